import type { EntityKey } from '@lexichord/abstractions';

import type { FactCollector } from '../fact-collector.js';
import { type ApiDocument, type ReferenceTarget, maxChainLength } from './api-document.js';
import type { ApiNode } from './api-node.js';
import { type ComponentType, ComponentNames } from './component-names.js';
import { type SchemaShape, schemaShape } from './schema-shape.js';
import type { SchemaReferences } from './schema-type.js';

/**
 * Maximum number of schema visits per description, more than any real one needs: a description can be made to keep a
 * reader busy.
 */
const maxVisitsOfAll = 20_000_000;

/** The component that a reference points to, to be read once. */
export interface NamedComponent {
  readonly key: EntityKey;
  /** The node at the end of all references. */
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

  /** Resolves a node through references; `undefined` if a target does not exist. */
  resolve(node: ApiNode): ApiNode | undefined {
    return this.document.follow(node)?.node;
  }

  /** The parts of a schema. A schema that could not be visited completely is reported. */
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
   * The named schema that a node refers to. A schema in another file is not among the components of the description: it
   * is read when {@link ApiFacts.next} returns it.
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

  /** The first path with a name in a chain of references. */
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

  /** The next referenced schema of another file that was not read yet. */
  next(): NamedComponent | undefined {
    return this.waiting.shift();
  }

  /** Marks a component of the description as read, so that {@link ApiFacts.next} does not return it. */
  markRead(name: string): void {
    this.met.add(name);
  }
}
