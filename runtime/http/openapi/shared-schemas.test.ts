import { expect, test } from 'bun:test';
import { z } from 'zod';
import { createSharedSchemas } from './shared-schemas.ts';

/** Follows a reference of the document as a client's generator does. */
function follow(all: Record<string, unknown>, reference: string): unknown {
  let found: unknown = { components: { schemas: all } };
  for (const part of reference.slice(2).split('/'))
    found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return found;
}
const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference as string);

interface Tree {
  name: string;
  children: Tree[];
}
const zTree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.lazy(() => z.array(zTree)) });

test('a schema that refers to itself moves with its definitions, and every reference leads there', () => {
  const shared = createSharedSchemas({});
  for (const [name, schema] of [
    ['tree', zTree],
    ['answer', z.object({ trees: z.array(zTree), one: zTree })],
  ] as const) {
    const { $schema: _, ...described } = z.toJSONSchema(schema);
    expect(referencesIn(described)).not.toBeEmpty();
    expect(shared.place(described, name)).toEqual({ $ref: `#/components/schemas/${name}` });
  }
  const references = referencesIn(shared.all);
  expect(references).not.toBeEmpty();
  for (const reference of references) expect(follow(shared.all, reference)).toBeObject();
});

test('a schema without references stands where it is', () => {
  const shared = createSharedSchemas({});
  const plain = { type: 'object', properties: { $ref: { type: 'string' } } };
  expect(shared.place(plain, 'plain')).toEqual(plain);
  expect(shared.place({ type: 'string' }, 'text')).toEqual({ type: 'string' });
  expect(shared.all).toEqual({});
});

test('what a plugin’s own schema refers to in vain takes anything, and no base of its own stays', () => {
  const shared = createSharedSchemas({});
  const given = {
    $id: 'https://elsewhere.example/schema',
    type: 'object',
    properties: {
      a: { $ref: 'https://elsewhere.example/other' },
      b: { $ref: '#/$defs/missing' },
      c: { $ref: '#/$defs/a~1b' },
      d: { $ref: '#/%zz' },
    },
    $defs: { 'a/b': { type: 'number' } },
  };
  shared.place(given, 'theirs');
  expect(shared.all.theirs).toEqual({
    type: 'object',
    properties: { a: {}, b: {}, c: { $ref: '#/components/schemas/theirs/$defs/a~1b' }, d: {} },
    $defs: { 'a/b': { type: 'number' } },
  });
  expect(follow(shared.all, '#/components/schemas/theirs/$defs/a~1b')).toEqual({ type: 'number' });
});
