import {
  type CallDefinition,
  defineResource,
  type Fields,
  type Resource,
  type Rule,
} from '@waypost/contract';

/** `<plugin>.<noun>`, and where one thing has several forms `<plugin>.<noun>.<form>`. */
const NAME = /^([a-z][a-z0-9-]*\.[a-z][a-z0-9_]*)(?:\.[a-z][a-z0-9_]*)?$/;

/**
 * What a form of a call is made from: as of a resource that has no calls. Its words, and what was typed and kept, are found by
 * the whole name.
 * @throws TypeError for a name that words could not be found by
 */
export function callResource(given: {
  name: string;
  call: Pick<CallDefinition, 'area'>;
  fields: Fields;
  rules: readonly Rule[] | undefined;
}): Resource {
  const { name, call, fields, rules } = given;
  const resourceName = NAME.exec(name)?.[1];
  if (resourceName === undefined)
    throw new TypeError(`CallForm name "${name}": expected <plugin>.<noun> or <plugin>.<noun>.<form>`);
  const resource = defineResource({
    name: resourceName,
    area: call.area,
    title: Object.keys(fields)[0] ?? '',
    fields,
    rules: rules ?? [],
    access: 'all',
    calls: [],
  });
  return { ...resource, name };
}
