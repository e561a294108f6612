import type { EntityKey } from '@lexichord/abstractions';

import type { FactCollector } from '../fact-collector.js';
import { type ApiDocument, type ReferenceTarget, maxChainLength } from './api-document.js';
import type { ApiNode } from './api-node.js';
import { type ComponentType, ComponentNames } from './component-names.js';
import { type SchemaShape, schemaShape } from './schema-shape.js';
import type { SchemaReferences } from './schema-type.js';

/** Schemas that are visited for one description, more than any has: those with so many are made to keep a reader busy. */
const maxVisitsOfAll = 20_000_000;

/** A component that a reference leads to, to be read once. */
export interface NamedComponent {
  readonly key: EntityKey;
  /** The node behind all references. */
  readonly node: ApiNode;
}

/** State that the readers of the parts of a description share. */
export class ApiFacts {
  readonly schemaReferences: SchemaReferences;
  private readonly names: ComponentNames;
  private visitsLeft = maxVisitsOfAll;
  private readonly waiting: NamedComponent[] = [];
  private readonly met = new Set<string>();

  constructor(
    readonly document: ApiDocument,
    readonly collector: FactCollector,
  ) {
    this.names = new ComponentNames(document);
    this.schemaReferences = {
      nameOf: (node) => this.nameOf('Schema', node),
      resolve: (node) => this.resolve(node),
      typeTexts: new Map(),
    };
  }

  /**
   * The name of a node's target; `undefined` for a node without a reference, or whose target is missing or has no name.
   */
  nameOf(type: ComponentType, node: ApiNode): string | undefined {
    return this.firstNamed(type, node)?.name;
  }

  /** Resolves a node through references; `undefined` where they lead nowhere. */
  resolve(node: ApiNode): ApiNode | undefined {
    return this.document.follow(node)?.node;
  }

  /** The parts of a schema. One that could not be visited as a whole is reported. */
  shapeOf(schema: ApiNode): SchemaShape {
    const shape = schemaShape(schema, this.schemaReferences, this.visitsLeft);
    this.visitsLeft -= shape.visits;
    if (shape.isCut) {
      const { startLine } = schema.lines;
      this.collector.addWarning(startLine, 'The schema has too many references to be read completely.');
    }
    return shape;
  }

  /**
   * The named schema that a node refers to. One in a file beside is not among the components of the description: it is
   * read when {@link ApiFacts.next} hands it out.
   */
  schemaAt(node: ApiNode): EntityKey | undefined {
    const named = this.firstNamed('Schema', node);
    if (named === undefined) return undefined;
    const { name, target } = named;
    const key = { type: 'Schema', name };
    if (target.path.file !== '' && !this.met.has(name)) {
      this.met.add(name);
      this.waiting.push({ key, node: target.node });
    }
    return key;
  }

  /** The first path with a name along a chain of references. */
  private firstNamed(
    type: ComponentType,
    node: ApiNode,
  ): { readonly name: string; readonly target: ReferenceTarget } | undefined {
    let current = node;
    for (let length = 0; length < maxChainLength; length += 1) {
      const target = this.document.target(current);
      if (target === undefined || target === 'none') return undefined;
      const name = this.names.nameOf(type, target.path);
      if (name !== undefined) return { name, target };
      current = target.node;
    }
    return undefined;
  }

  /** A schema of another file that was referred to and not read yet. */
  next(): NamedComponent | undefined {
    return this.waiting.shift();
  }

  /** Marks a component of the description as read, so that {@link ApiFacts.next} does not hand it out. */
  markRead(name: string): void {
    this.met.add(name);
  }
}
