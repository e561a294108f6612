import type { LogFields } from '@lexichord/abstractions';

/**
 * Fills `{name}` with the field of that name. A name without a field stays as it is; what a value contains is never
 * looked at again.
 */
export function formatTemplate(template: string, fields: LogFields): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined ? placeholder : String(value);
  });
}
