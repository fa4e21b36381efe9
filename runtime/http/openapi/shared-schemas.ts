type Json = Record<string, unknown>;

/** Schemas under `components`, where every reference of the document leads. */
export interface SharedSchemas {
  readonly all: Json;
  /**
   * A schema as it can stand anywhere in the document. One that refers to itself or to definitions of its own moves to
   * `components` under `name`, with them: a reference is counted from the document, not from the schema. A reference to
   * what is not in the schema becomes a schema that takes anything: plugins in processes of their own write theirs.
   */
  place(schema: Readonly<Json>, name: string): Json;
}

/** Keywords after which references would be counted from elsewhere. */
const REBASING = new Set(['$id', '$schema', '$anchor', '$dynamicAnchor', '$dynamicRef']);
const PLACE = '#/components/schemas/';

/** @param all what is there already, by name */
export function createSharedSchemas(all: Json): SharedSchemas {
  return {
    all,
    place(schema, name) {
      const isMoved = hasReference(schema);
      const placed = rewritten(schema, (reference) =>
        reference === '#' || leadsSomewhere(schema, reference)
          ? `${PLACE}${name}${reference.slice(1)}`
          : undefined,
      ) as Json;
      if (!isMoved) return placed;
      all[name] = placed;
      return { $ref: `${PLACE}${name}` };
    },
  };
}

function hasReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('$ref' in value && typeof value.$ref === 'string') || Object.values(value).some(hasReference);
}

/** The same value with each reference as `lead` answers it; undefined: the schema with it takes anything. */
function rewritten(value: unknown, lead: (reference: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((inner) => rewritten(inner, lead));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const $ref = lead(value.$ref);
    return $ref === undefined ? {} : { ...value, $ref };
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(REBASING.has(key) && typeof inner === 'string'))
      .map(([key, inner]) => [key, rewritten(inner, lead)]),
  );
}

/** Whether a pointer (RFC 6901, as a fragment) leads to something within the schema. */
function leadsSomewhere(schema: Readonly<Json>, reference: string): boolean {
  if (!reference.startsWith('#/')) return false;
  let found: unknown = schema;
  for (const part of reference.slice(2).split('/')) {
    const key = decoded(part);
    if (key === undefined || typeof found !== 'object' || found === null || !Object.hasOwn(found, key))
      return false;
    found = (found as Json)[key];
  }
  return true;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    // Half an escape leads nowhere.
    return undefined;
  }
}
