import type { ApiDocument } from './api-document.js';
import type { ApiNode } from './api-node.js';
import { type ReferencePath, pathName } from './reference-path.js';
import { cleanName } from '../clean-text.js';

/** Components that are entities. */
export type ComponentType = 'Schema' | 'Parameter' | 'Response' | 'RequestBody';

/** Paths of components in a description, by type, for OpenAPI 3 and Swagger 2. */
export const componentSections: Readonly<Record<ComponentType, readonly (readonly string[])[]>> = {
  Schema: [['components', 'schemas'], ['definitions']],
  Parameter: [['components', 'parameters'], ['parameters']],
  Response: [['components', 'responses'], ['responses']],
  RequestBody: [['components', 'requestBodies']],
};

/** Keys on paths to values without a name of their own. */
const unnamedBelow = new Set(['properties', 'items', 'allOf', 'oneOf', 'anyOf', 'not', 'content', 'paths']);

/** Names of the targets of references. Deterministic for a description. */
export class ComponentNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(document: ApiDocument) {
    for (const type of Object.keys(componentSections) as ComponentType[]) {
      for (const { name, node, path } of componentsOf(document.root, type)) {
        this.name(type, pathName(path), name);
        // A schema that a component takes from another file has the component's name in all references.
        const target = document.target(node);
        if (target !== undefined && target !== 'none' && target.path.file !== '') {
          this.name(type, pathName(target.path), name);
        }
      }
    }
  }

  /** @returns `undefined` if the path does not name the component */
  nameOf(type: ComponentType, path: ReferencePath): string | undefined {
    const id = pathName(path);
    const cached = this.names.get(`${type} ${id}`);
    if (cached !== undefined || path.file === '') return cached;
    if (path.keys.some((key) => unnamedBelow.has(key))) return undefined;
    const parts = path.file.split('/').filter((part) => part !== '..');
    const file = (parts.pop() ?? '').replace(/\.(?:ya?ml|json)$/iu, '');
    const last = path.keys.at(-1);
    const short = cleanName(last === undefined || /^\d+$/u.test(last) ? file : last);
    const folders = last === undefined ? parts : [...parts, file];
    const names = [0, ...folders.keys()].map((_, count) => [...folders.slice(folders.length - count), short].join('/'));
    const unique = [...names, cleanName([path.file, ...path.keys].join('/'))];
    const name = unique.find((candidate) => candidate !== '' && !this.taken.has(`${type} ${candidate}`)) ?? id;
    this.name(type, id, name);
    return name;
  }

  private name(type: ComponentType, id: string, name: string): void {
    if (this.names.has(`${type} ${id}`)) return;
    this.names.set(`${type} ${id}`, name);
    this.taken.add(`${type} ${name}`);
  }
}

/** Components of a type, in the order of the description. */
export function componentsOf(
  root: ApiNode,
  type: ComponentType,
): readonly { readonly name: string; readonly node: ApiNode; readonly path: ReferencePath }[] {
  return componentSections[type].flatMap((section) => {
    let owner: ApiNode | undefined = root;
    for (const key of section) owner = owner?.get(key);
    return (owner?.named() ?? []).flatMap(([key, node]) => {
      const name = cleanName(key);
      return name === '' ? [] : [{ name, node, path: { file: '', keys: [...section, key] } }];
    });
  });
}
