/** One field of a plugin's settings, as its JSON schema describes it. */
export interface SettingField {
  name: string;
  kind: 'text' | 'long_text' | 'number' | 'integer' | 'switch' | 'choice' | 'json';
  /** What the schema itself says; the plugin's words come first. */
  title: string | undefined;
  description: string | undefined;
  options: readonly (string | number)[];
  minimum: number | undefined;
  maximum: number | undefined;
  maximumLength: number | undefined;
  /** Locale key of what it is counted in. */
  unit: string | undefined;
  isSecret: boolean;
}

/** Longest text that still fits a single line. */
const SINGLE_LINE_LENGTH = 300;

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a settings form in the schema's order. What is no simple value is edited as JSON. */
export function settingFields(schema: Schema, secrets: readonly string[]): SettingField[] {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([name, given]) => {
    const property = isSchema(given) ? given : {};
    const options = choices(property);
    const maximumLength = figure(property.maxLength);
    return {
      name,
      kind: options.length > 0 ? 'choice' : kindOf(typeOf(property), maximumLength),
      title: text(property.title),
      description: text(property.description),
      options,
      minimum: limit(property.minimum ?? property.exclusiveMinimum),
      maximum: limit(property.maximum ?? property.exclusiveMaximum),
      maximumLength,
      unit: text(property.unit),
      isSecret: secrets.includes(name),
    };
  });
}

function kindOf(type: unknown, maximumLength: number | undefined): SettingField['kind'] {
  switch (type) {
    case 'string':
      return (maximumLength ?? 0) > SINGLE_LINE_LENGTH ? 'long_text' : 'text';
    case 'integer':
    case 'number':
      return type;
    case 'boolean':
      return 'switch';
    default:
      return 'json';
  }
}

/** The type; of a union, the one that all of it has: an address or nothing is a text. */
function typeOf(property: Schema): unknown {
  if (property.type !== undefined || !Array.isArray(property.anyOf)) return property.type;
  const types = new Set(property.anyOf.map((one) => (isSchema(one) ? one.type : undefined)));
  return types.size === 1 ? [...types][0] : undefined;
}

/** `enum`, or literals as zod writes them: `anyOf` of `const`. */
function choices(property: Schema): (string | number)[] {
  const listed = Array.isArray(property.enum)
    ? property.enum
    : Array.isArray(property.anyOf)
      ? property.anyOf.map((one) => (isSchema(one) ? one.const : undefined))
      : [];
  const found = listed.filter((value) => typeof value === 'string' || typeof value === 'number');
  return found.length === listed.length ? found : [];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const figure = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** zod says ±2^53 for every integer: that is no limit worth telling. */
function limit(value: unknown): number | undefined {
  const found = figure(value);
  return found === undefined || Math.abs(found) >= Number.MAX_SAFE_INTEGER ? undefined : found;
}
