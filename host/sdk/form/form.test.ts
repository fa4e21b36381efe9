import { expect, test } from 'bun:test';
import { codeOf, defineResource, field, targetUrl, YesNo, zId, zSealed, zTime } from '@waypost/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { controlModel } from './control-model.ts';
import { changedValues, cleanValues, formFields, startValues, unwritten } from './draft.ts';
import { faultOf, validate } from './faults.ts';
import { partOf } from './part-of.ts';
import { getIn, isSame, setIn } from './path.ts';
import { readStale } from './save.ts';

const target = z.strictObject({ url: targetUrl, weight: z.int().min(0) });
const code = defineResource({
  name: 'test.code',
  area: 'test_code',
  title: 'name',
  access: 'own',
  fields: {
    name: field(z.string().min(1).max(5)),
    targets: field(z.array(target).min(1), { control: 'targets' }),
    open_log: field(codeOf(YesNo), { control: 'switch', default: 1 }),
    ends_at: field(zTime.nullable(), { default: null }),
    remark: field(z.string().max(500).optional()),
    views: field(z.int(), { write: 'none' }),
    short_code: field(z.string(), { write: 'create' }),
    password: field(zSealed, { sealed: true, secret: true, write: 'create' }),
  },
  rules: [{ path: 'name', messageKey: 'test.rule', holds: (value) => value.name !== 'bad' }],
});

const good = {
  name: 'ab',
  targets: [{ url: 'https://example.com/', weight: 1 }],
  short_code: 'x',
  password: 'abc123',
};
const names = formFields(code, 'create').map(({ name }) => name);

test('a form offers only what may be written in its mode', () => {
  expect(names).not.toContain('views');
  expect(formFields(code, 'edit').map(({ name }) => name)).not.toContain('short_code');
});

test('controls follow the schema', () => {
  const control = (schema: z.ZodType) => controlModel('x', field(schema)).control;
  expect(control(z.string().max(100))).toBe('text');
  expect(control(z.string().max(5000).optional())).toBe('textarea');
  expect(control(z.enum(['a', 'b']))).toBe('radio');
  expect(control(z.enum(['a', 'b', 'c', 'd']))).toBe('select');
  expect(control(zTime.nullable())).toBe('datetime');
  expect(control(z.iso.date().optional())).toBe('date');
  expect(control(z.boolean())).toBe('switch');
  const number = controlModel('x', field(z.int().min(2).max(9).optional()));
  expect([number.control, number.minimum, number.maximum, number.isRequired]).toEqual([
    'number',
    2,
    9,
    false,
  ]);
  expect(controlModel('x', field(z.int())).maximum).toBeUndefined();
});

test('a list that nothing is chosen in is null where that means all: an empty one would be refused', () => {
  const models = [
    controlModel('scopes', field(z.array(z.string()).min(1).nullable(), { default: null })),
    controlModel('tags', field(z.array(z.string()))),
  ];
  expect(cleanValues(models, { scopes: [], tags: [] })).toEqual({ scopes: null, tags: [] });
});

test('what programs may leave out, and are refused without, is no optional field of a form', () => {
  const isRequired = (schema: z.ZodType) => controlModel('x', field(schema)).isRequired;
  expect(isRequired(z.string().min(1).prefault(''))).toBe(true);
  expect(isRequired(z.array(z.string()).min(1).prefault([]))).toBe(true);
  expect(isRequired(z.string().prefault(''))).toBe(false);
  expect(isRequired(z.int().default(3))).toBe(false);
});

test('a value that fits has no fault; a fault names the exact place', () => {
  expect(validate(code, names, good)).toEqual({});
  const bad = { ...good, name: '', targets: [...good.targets, { url: 'javascript:alert(1)', weight: 1 }] };
  const faults = validate(code, names, bad);
  expect(Object.keys(faults).sort()).toEqual(['name', 'targets.1.url']);
  expect(faults.name?.keys).toEqual(['validation.required']);
  expect(faults['targets.1.url']?.keys[0]).toBe('validation.target_url');
});

test('a missing figure is "fill this in", a wrong one is not', () => {
  const issueOf = (schema: z.ZodType, value: unknown) => {
    const issue = schema.safeParse(value).error?.issues[0];
    if (!issue) throw new Error('no issue');
    return faultOf(issue, value).keys.find((key) => key.startsWith('validation.'));
  };
  expect(issueOf(z.int(), undefined)).toBe('validation.required');
  expect(issueOf(z.int(), 1.5)).toBe('validation.number');
  expect(issueOf(z.string().min(3), 'ab')).toBe('validation.too_short');
  expect(issueOf(z.array(z.int()).min(1), [])).toBe('validation.too_few');
});

test('cross-field rules speak once the fields themselves are right', () => {
  expect(validate(code, names, { ...good, name: 'bad' }).name?.keys).toEqual(['test.rule']);
});

test('a sealed field that may be left out is no fault while it is empty, and is checked once it is not', () => {
  const resource = { fields: { secret: field(zSealed.optional(), { sealed: true }) }, rules: [] };
  expect(validate(resource, ['secret'], { secret: '' })).toEqual({});
  expect(Object.keys(validate(resource, ['secret'], { secret: 'abc' }))).toEqual(['secret']);
});

test('a new password needs letters and digits, nothing else', () => {
  const fault = (password: unknown) => validate(code, names, { ...good, password }).password?.keys[0];
  expect(fault('abc123')).toBeUndefined();
  expect(fault('abcdef')).toBe('validation.password');
  expect(fault('abc-123')).toBe('validation.password');
  expect(fault('ab1')).toBe('validation.too_short');
  expect(fault('')).toBe('validation.required');
});

test('emptied fields are sent as the schema has them: null, or left out', () => {
  const models = formFields(code, 'create');
  const values = { ...startValues(models, {}), ...good, remark: '', ends_at: null };
  const clean = cleanValues(models, values);
  expect(clean.ends_at).toBeNull();
  expect('remark' in clean).toBe(false);
  expect(clean.open_log).toBe(1);
});

test('an update sends only what changed, so that two editors do not undo each other', () => {
  expect(changedValues({ a: 1, b: [1, { c: 2 }] }, { a: 2, b: [1, { c: 2 }] })).toEqual({ a: 2 });
  expect(changedValues({ remark: 'x' }, {})).toEqual({ remark: '' });
});

test('a conflict is what both have changed since the form was filled in; of anything else nobody is asked', () => {
  const models = formFields(code, 'edit');
  const start = startValues(models, { name: 'o', remark: 'as it was' });
  const mine = { ...start, name: 'a', remark: 'mine' };
  const answer = (row: Record<string, unknown>) => ({
    row: { version: 3, ...row },
    changed: [
      { field: 'name', sent: 'a', current: row.name },
      { field: 'remark', sent: 'mine', current: row.remark },
      { field: 'views', sent: 1, current: 2 },
    ],
  });
  const both = answer({ name: 'b', remark: 'as it was' });
  expect(readStale(both, { mine, start, models })).toEqual({
    row: both.row,
    differences: [{ field: 'name', mine: 'a', theirs: 'b' }],
  });
  const elsewhere = answer({ name: 'o', remark: 'as it was', views: 2 });
  expect(readStale(elsewhere, { mine, start, models })?.differences).toEqual([]);
  expect(readStale(null, { mine, start, models })).toBeUndefined();
});

test('a form of a part of a row asks for that part, and rules of it see the rest as it is stored', () => {
  const ruled = {
    ...code,
    rules: [
      {
        path: 'name',
        messageKey: 'test.with_remark',
        holds: ({ remark }: Record<string, unknown>) => remark !== 'x',
      },
      { path: 'remark', messageKey: 'test.elsewhere', holds: () => false },
    ],
  };
  const part = partOf(ruled, ['name'], { name: 'ab', remark: 'x' });
  expect(formFields(part, 'edit').map(({ name }) => name)).toEqual(['name']);
  expect(validate(part, ['name'], { name: 'ab' })).toEqual({
    name: { keys: ['test.with_remark'], params: {} },
  });
  expect(partOf(ruled, undefined, undefined)).toBe(ruled);
});

test('what is set at a path is found there, and nothing beside it changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ url: fc.string(), n: fc.integer() }), { minLength: 1 }),
      fc.nat(),
      fc.string(),
      (items, at, text) => {
        const index = at % items.length;
        const before = { items, other: 1 };
        const after = setIn(before, `items.${index}.url`, text);
        expect(getIn(after, `items.${index}.url`)).toBe(text);
        expect(after.other).toBe(1);
        expect(isSame(setIn(after, `items.${index}.url`, getIn(before, `items.${index}.url`)), before)).toBe(
          true,
        );
      },
    ),
  );
});

test('a field that points to a thing is chosen, one or several, and keeps of the resource what a picker needs', () => {
  const one = field(zId, { ref: code });
  const none = field(zId.nullable(), { ref: { name: 'shop.order', area: 'order', title: 'number' } });
  const several = field(z.array(zId), { ref: code });
  const models = [controlModel('one', one), controlModel('none', none), controlModel('several', several)];
  expect(models.map(({ control, isMultiple }) => [control, isMultiple])).toEqual([
    ['reference', false],
    ['reference', false],
    ['reference', true],
  ]);
  expect(startValues(models, {})).toEqual({ one: undefined, none: null, several: [] });
  expect(one.hints.ref).toEqual({ name: 'test.code', area: 'test_code', title: 'name', calls: code.calls });
});

test('a sentence that a schema brings for its pattern comes first, and no check is named', () => {
  const said = (schema: z.ZodType, value: unknown) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue === undefined) throw new Error('it was taken');
    return faultOf(issue, value).keys;
  };
  expect(said(z.string().regex(/^[A-Z]+$/, 'gear.fault.serial'), 'x')[0]).toBe('gear.fault.serial');
  expect(said(z.iso.date(), 'x')).toContain('validation.format.date');
});

test('a choice that the form shows of a row which has none is written with it; secrets and empty fields are not', () => {
  const lamp = defineResource({
    name: 'test.lamp',
    area: 'test_lamp',
    title: 'name',
    access: 'all',
    fields: {
      name: field(z.string()),
      is_lit: field(z.boolean()),
      is_loud: field(z.boolean()),
      note: field(z.string().optional()),
      is_secret: field(z.boolean(), { secret: true }),
      asks: field(z.boolean(), { stored: false }),
    },
  });
  const models = formFields(lamp, 'edit');
  const row = { id: 'a', version: 3, name: 'Old', is_loud: true };
  const clean = cleanValues(models, startValues(models, row));
  expect(clean.is_lit).toBe(false);
  expect(unwritten(models, row, clean)).toEqual({ is_lit: false });
});
