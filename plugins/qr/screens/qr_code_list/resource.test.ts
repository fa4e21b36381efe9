import { describe, expect, test } from 'bun:test';
import { CODE_MAX_TARGETS, codeResource } from './resource.ts';

const { create, update, query } = codeResource.schemas;
const targets = [{ url: 'https://example.com/' }];
const valid = { name: 'Menu', targets };
const faultsOf = (schema: typeof create, body: unknown) =>
  schema.safeParse(body).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('what a code may be made of', () => {
  test('a name and one target are enough', () => {
    expect(faultsOf(create, valid)).toEqual([]);
  });

  test.each([
    ['name', { ...valid, name: '  ' }],
    ['name', { ...valid, name: 'x'.repeat(101) }],
    ['name', { ...valid, name: { $ne: null } }],
    ['targets', { name: 'Menu' }],
    ['targets', { ...valid, targets: [] }],
    ['targets', { ...valid, targets: Array.from({ length: CODE_MAX_TARGETS + 1 }, () => targets[0]) }],
    ['targets.0.url', { ...valid, targets: [{ url: 'java\tscript:alert(1)' }] }],
    ['targets.0.url', { ...valid, targets: [{ url: 'data:text/html,x' }] }],
    ['targets.1.url', { ...valid, targets: [...targets, { url: '//evil.example' }] }],
    ['targets.0.weight', { ...valid, targets: [{ url: 'https://a.example', weight: -1 }] }],
    ['targets.0.threshold', { ...valid, targets: [{ url: 'https://a.example', threshold: 1.5 }] }],
    ['targets.0', { ...valid, targets: [{ url: 'https://a.example', owner: 'x' }] }],
    ['short_code', { ...valid, short_code: 'a/b' }],
    ['short_code', { ...valid, short_code: 'x'.repeat(65) }],
    ['jump_type', { ...valid, jump_type: 7 }],
    ['jump_type', { ...valid, jump_type: '1' }],
    ['rotation_model', { ...valid, rotation_model: 4 }],
    ['access_mode', { ...valid, access_mode: 0 }],
    ['visit_restriction', { ...valid, visit_restriction: 3 }],
    ['open_log', { ...valid, open_log: true }],
    ['expires_at', { ...valid, expires_at: 'tomorrow' }],
    ['state', { ...valid, state: 'frozen' }],
    ['', { ...valid, owner: '0123456789abcdef01234567' }],
    ['', { ...valid, view_number: 1_000_000 }],
    ['', { ...valid, short_url: 'https://evil.example' }],
    ['', { ...valid, remove_time: null }],
  ])('a fault names its place: %s', (path, body) => {
    expect(faultsOf(create, body)).toEqual([path]);
  });
});

describe('what a change may touch', () => {
  const change = { id: '0123456789abcdef01234567', version: 3 };

  test('a change without version could overwrite what somebody else has just written', () => {
    expect(faultsOf(update, { id: change.id, name: 'Menu' })).toEqual(['version']);
  });

  test('printed codes must not die: short code and domain stay as they are', () => {
    for (const field of ['short_code', 'domain', 'generation_type', 'owner', 'bot_view_number']) {
      expect(faultsOf(update, { ...change, [field]: 'abc' })).toEqual(['']);
    }
  });

  test('an empty change sets nothing, defaults included', () => {
    expect(update.parse(change)).toEqual(change);
  });
});

test('a list takes no operators', () => {
  expect(faultsOf(query, { name: { $regex: '.*' } })).toEqual(['name']);
  expect(faultsOf(query, { $where: '1' })).toEqual(['']);
});
