import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import type { CodeVersion } from './calls.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let anna: Person;
let ben: Person;
let operator: Person;
beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

interface Code {
  id: string;
  version: number;
  targets: { url: string }[];
  visit_rules: unknown[];
}
const call = <T = Code>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
const versions = (id: string, as = anna) =>
  call<{ version: number; versions: CodeVersion[] }>(as, 'code_version/inquire', { id });
const details = (id: string, as = anna) => call(as, 'qr_code_list/details', { id });
const target = (name: string) => [{ url: `https://example.com/${name}` }];
const RULE = { kind: 'qr.country', parameters: { countries: ['DE'] }, action: { refuse: true } };
async function refused(as: Person, name: string, body: object): Promise<CallRefused> {
  const error = await call(as, name, body).catch((caught: unknown) => caught);
  if (error instanceof CallRefused) return error;
  throw new Error(`${name} was not refused`, { cause: error });
}
async function changed(): Promise<string> {
  const { id } = await call(anna, 'qr_code_list/add', { name: 'Menu', targets: target('one') });
  await call(anna, 'qr_code_list/update_url', { id, targets: target('two') });
  await call(anna, 'qr_code_list/update', { id, version: 2, name: 'Menu 2', visit_rules: [RULE] });
  // What is no part of a version makes none.
  await call(anna, 'qr_code_list/batch_update', { ids: [id], open_log: 2 });
  await call(operator, 'qr_code_list/batch_update', { ids: [id], jump_type: 6, targets: target('three') });
  return id;
}

test('each change of targets and rules is a version, with who made it and what it changed', async () => {
  const { versions: found } = await versions(await changed());
  expect(found.map(({ author, changed }) => [author, changed])).toEqual([
    ['operator', ['targets', 'jump_type']],
    ['you', ['visit_rules']],
    ['you', ['targets']],
    ['you', []],
  ]);
  expect(found.map(({ content }) => (content.targets as Code['targets'])[0]?.url.slice(20))).toEqual([
    'three',
    'two',
    'two',
    'one',
  ]);
  expect(found.map(({ content }) => (content.visit_rules as unknown[]).length)).toEqual([1, 1, 0, 0]);
  expect(found.every(({ account }) => account === '')).toBe(true);
});

test('a version that is brought back holds at once, and is a version of its own', async () => {
  const id = await changed();
  const before = await versions(id);
  const first = before.versions.at(-1);
  const answer = await call(anna, 'code_version/roll_back', {
    id,
    number: first?.number,
    version: before.version,
  });
  expect(answer.version).toBe(before.version + 1);
  expect(await details(id)).toMatchObject({
    targets: target('one'),
    visit_rules: [],
    jump_type: 1,
    name: 'Menu 2',
  });
  const after = await versions(id);
  expect(after.versions).toHaveLength(before.versions.length + 1);
  expect(after.versions[0]?.content).toEqual(first?.content ?? {});
  const rules = before.versions[1];
  await call(anna, 'code_version/roll_back', { id, number: rules?.number, version: after.version });
  expect(await details(id)).toMatchObject({ targets: target('two'), visit_rules: [RULE] });
});

test('a version of earlier releases is brought back with regions named as visits have them now', async () => {
  const inRegions = (...regions: string[]) => ({ ...RULE, kind: 'qr.region', parameters: { regions } });
  const { id } = await call(anna, 'qr_code_list/add', {
    name: 'Menu',
    targets: target('one'),
    visit_rules: [inRegions('北京 北京市', '广东')],
  });
  await call(anna, 'qr_code_list/batch_update', { ids: [id], visit_rules: [] });
  const { version, versions: found } = await versions(id);
  await call(anna, 'code_version/roll_back', { id, number: found.at(-1)?.number, version });
  expect(await details(id)).toMatchObject({ visit_rules: [inRegions('北京市', '广东')] });
});

test('a stale version, one that is not there and a code of somebody else change nothing', async () => {
  const id = await changed();
  const { version, versions: found } = await versions(id);
  const number = found.at(-1)?.number;
  expect(await refused(anna, 'code_version/roll_back', { id, number, version: version - 1 })).toMatchObject({
    status: 409,
  });
  expect(await refused(anna, 'code_version/roll_back', { id, number: 1, version })).toMatchObject({
    status: 422,
  });
  for (const [name, body] of [
    ['inquire', { id }],
    ['roll_back', { id, number, version }],
  ] as const)
    expect(await refused(ben, `code_version/${name}`, body)).toMatchObject({ status: 404 });
  expect((await details(id)).version).toBe(version);
});

test('a new owner finds the versions since the code is theirs, an operator all of them', async () => {
  const id = await changed();
  await call(operator, 'qr_code_list/change_owner', { ids: [id], owner: ben.id });
  await call(ben, 'qr_code_list/update_url', { id, targets: target('four') });
  const theirs = (await versions(id, ben)).versions;
  expect(theirs.map(({ author, time }) => [author, time === null])).toEqual([
    ['you', false],
    [null, true],
  ]);
  expect(JSON.stringify(theirs)).not.toContain('example.com/two');
  expect((await versions(id, operator)).versions).toHaveLength(5);
});
