/** How much an API description holds, counted without our own reader. */
export interface ApiCounts {
  readonly endpoints: number;
  readonly schemas: number;
  /** Parameters of operations, those of paths and of components counted with each. */
  readonly parameterUses: number;
  readonly responseUses: number;
  /** Components and what is written in place. */
  readonly parameters: number;
  readonly responses: number;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
}

type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, { $ref?: string }>>;
};

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] };

/** A description of OpenAPI 3 as it was parsed, references and all. */
export interface ApiData {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, Parameter>>>>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Counts a description whose paths are no references and which has no callbacks. */
export function countOperations({ paths, webhooks = {}, components = {} }: ApiData): ApiCounts {
  const resolved = (parameter: Parameter): Parameter => {
    const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/u.exec(parameter.$ref ?? '') ?? [];
    return components[section]?.[name] ?? parameter;
  };
  const identity = (parameter: Parameter): string =>
    `${resolved(parameter).name ?? ''} ${resolved(parameter).in ?? ''}`;
  let [endpoints, parameterUses, responseUses, parameters, responses] = [0, 0, 0, 0, 0];
  for (const item of [...Object.values(paths), ...Object.values(webhooks)]) {
    const ofPath = item.parameters ?? [];
    parameters += ofPath.filter(({ $ref }) => $ref === undefined).length;
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const own = operation.parameters ?? [];
      const answers = Object.entries(operation.responses ?? {}).filter(([status]) => !status.startsWith('x-'));
      endpoints += 1;
      parameterUses += new Set([...ofPath, ...own].map(identity)).size;
      responseUses += answers.length;
      parameters += own.filter(({ $ref }) => $ref === undefined).length;
      responses += answers.filter(([, { $ref }]) => $ref === undefined).length;
    }
  }
  return {
    endpoints,
    schemas: Object.keys(components['schemas'] ?? {}).length,
    parameterUses,
    responseUses,
    parameters: parameters + Object.keys(components['parameters'] ?? {}).length,
    responses: responses + Object.keys(components['responses'] ?? {}).length,
  };
}
