import type { ApiDocument } from './api-document.js';
import type { ApiNode } from './api-node.js';
import { type ReferencePath, placeName } from './reference-path.js';
import { cleanName } from '../clean-text.js';

/** Components that are entities of their own. */
export type ComponentType = 'Schema' | 'Parameter' | 'Response' | 'RequestBody';

/** Where components are in a description, by type: of OpenAPI 3, and of Swagger 2. */
export const componentSections: Readonly<Record<ComponentType, readonly (readonly string[])[]>> = {
  Schema: [['components', 'schemas'], ['definitions']],
  Parameter: [['components', 'parameters'], ['parameters']],
  Response: [['components', 'responses'], ['responses']],
  RequestBody: [['components', 'requestBodies']],
};

/** Keys on the way to something that has no name of its own. */
const unnamedBelow = new Set(['properties', 'items', 'allOf', 'oneOf', 'anyOf', 'not', 'content', 'paths']);

/** Names of what references lead to. The same description gives the same names. */
export class ComponentNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(document: ApiDocument) {
    for (const type of Object.keys(componentSections) as ComponentType[]) {
      for (const { name, node, place } of componentsOf(document.root, type)) {
        this.name(type, placeName(place), name);
        // A schema that a component takes from another file has the component's name in every reference.
        const target = document.target(node);
        if (target !== undefined && target !== 'none' && target.place.file !== '') {
          this.name(type, placeName(target.place), name);
        }
      }
    }
  }

  /** @returns `undefined` for what is at no place that names it */
  nameOf(type: ComponentType, place: ReferencePath): string | undefined {
    const id = placeName(place);
    const cached = this.names.get(`${type} ${id}`);
    if (cached !== undefined || place.file === '') return cached;
    if (place.keys.some((key) => unnamedBelow.has(key))) return undefined;
    const parts = place.file.split('/').filter((part) => part !== '..');
    const file = (parts.pop() ?? '').replace(/\.(?:ya?ml|json)$/iu, '');
    const last = place.keys.at(-1);
    const short = cleanName(last === undefined || /^\d+$/u.test(last) ? file : last);
    const folders = last === undefined ? parts : [...parts, file];
    const names = [0, ...folders.keys()].map((_, count) => [...folders.slice(folders.length - count), short].join('/'));
    const unique = [...names, cleanName([place.file, ...place.keys].join('/'))];
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

/** Components of a type, as they stand in the description. */
export function componentsOf(
  root: ApiNode,
  type: ComponentType,
): readonly { readonly name: string; readonly node: ApiNode; readonly place: ReferencePath }[] {
  return componentSections[type].flatMap((section) => {
    let owner: ApiNode | undefined = root;
    for (const key of section) owner = owner?.get(key);
    return (owner?.named() ?? []).flatMap(([key, node]) => {
      const name = cleanName(key);
      return name === '' ? [] : [{ name, node, place: { file: '', keys: [...section, key] } }];
    });
  });
}
