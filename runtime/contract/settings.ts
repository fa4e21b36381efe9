import { z } from 'zod';
import type { Field, FieldHints } from './field.ts';

/** Settings of a plugin: one declaration for the store, the check on the server and the form. */
export interface SettingsDefinition {
  readonly fields: Readonly<Record<string, Field>>;
}

export type SettingsOf<D> = D extends { fields: infer F extends Readonly<Record<string, Field>> }
  ? { [K in keyof F]: F[K] extends Field<infer S> ? z.output<S> : never }
  : never;

/**
 * Declares settings. Each field has a default, so that a plugin works before anybody has set anything; fields with
 * `secret` are write-only and kept encrypted.
 * @throws TypeError for a field without a default, and for one whose default does not pass its schema
 */
export function defineSettings<const F extends Readonly<Record<string, Field>>>(declaration: {
  fields: F;
}): { readonly fields: F } {
  for (const [name, { schema, hints }] of Object.entries(declaration.fields)) {
    if (!/^[a-z][a-z0-9_]{0,59}$/.test(name)) throw new TypeError(`setting "${name}": expected lower_case`);
    if (!('default' in hints)) throw new TypeError(`setting "${name}": a default is missing`);
    if (!schema.safeParse(hints.default).success)
      throw new TypeError(`setting "${name}": the default does not pass its own schema`);
  }
  return declaration;
}

/**
 * Stored values as a plugin gets them. A secret that nobody has set has its default here only: the form that goes to
 * browsers does not know it.
 */
export function settingsValues<D extends SettingsDefinition>(
  { fields }: D,
  values: Readonly<Record<string, unknown>>,
): SettingsOf<D> {
  const whole: Record<string, unknown> = {};
  for (const [name, { schema, hints }] of Object.entries(fields)) {
    const value = values[name] ?? null;
    whole[name] = value === null && !schema.safeParse(null).success ? hints.default : value;
  }
  return whole as SettingsOf<D>;
}

/** Settings as a process tells them that cannot hand over zod schemas, and as the screen gets them. */
export interface SettingsForm {
  /**
   * JSON schema of an object with all fields; `unit` of a property is the locale key of its unit, `right` the right that
   * changing it takes, `leads_out` says that it takes a super administrator.
   */
  schema: Record<string, unknown>;
  /** Write-only fields. */
  secrets: string[];
  defaults: Record<string, unknown>;
}

/** The form of a definition. */
export function settingsForm(definition: SettingsDefinition): SettingsForm {
  const entries = Object.entries(definition.fields);
  const shape = Object.fromEntries(
    entries.map(([name, { schema, hints }]) => [name, schema.meta({ ...schema.meta(), ...metaOf(hints) })]),
  );
  return {
    schema: z.toJSONSchema(z.strictObject(shape), { io: 'input', unrepresentable: 'any' }),
    secrets: entries.filter(([, { hints }]) => hints.secret === true).map(([name]) => name),
    defaults: Object.fromEntries(
      entries
        .filter(([, { hints }]) => hints.secret !== true)
        .map(([name, { hints }]) => [name, hints.default]),
    ),
  };
}

const metaOf = ({ unit, right, leadsOut }: FieldHints) => ({
  ...(unit === undefined ? {} : { unit }),
  ...(right === undefined ? {} : { right }),
  ...(leadsOut === true ? { leads_out: true } : {}),
});
