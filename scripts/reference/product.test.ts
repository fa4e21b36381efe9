import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '../../runtime/contract/index.ts';
import { projectRoot } from '../process.ts';
import { MESSAGES_FILE, messagesText } from './messages-text.ts';

const product = readFileSync(join(projectRoot, 'docs/product.md'), 'utf8');
const section = (heading: string) => product.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

test('the table of messages has every key; write it with `bun scripts/write-messages.ts`', () => {
  const text = messagesText();
  expect(text).toContain('`error.too_many_requests`');
  expect(text).toContain('`login.no_screen`');
  expect(text).toContain('## Faults of the plugin qr');
  expect(readFileSync(MESSAGES_FILE, 'utf8') === text).toBe(true);
});

test('the constants of the product are those of the code', () => {
  const rows = [...section('Constants').matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)];
  expect(rows.length).toBeGreaterThan(15);
  for (const [, name = '', value = ''] of rows)
    expect([name, value]).toEqual([name, String((contract as Record<string, unknown>)[name])]);
});

test('the states of the product are those of the code: every number is told', () => {
  const rows = [...section('States').matchAll(/^\| .*?`([A-Z]\w+)`.*? \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(12);
  for (const [, name = '', told = ''] of rows)
    for (const value of Object.values((contract as Record<string, unknown>)[name] as Record<string, number>))
      expect([name, new RegExp(`(^|[,;] )${value} `).test(told)]).toEqual([name, true]);
});

test('the keys of the faults at registration are told in their order', () => {
  const told = [...section('Accounts and passwords').matchAll(/^\| \d \| .+ \| `([^`]+)` \|$/gm)].map(
    ([, key]) => key,
  );
  const faultOf = (account: string, password: string, repeat = password) =>
    contract.zRegistration.safeParse({ account, password, repeat }).error?.issues[0]?.message;
  expect(told).toEqual([
    faultOf('', ''),
    faultOf('abcd', ''),
    faultOf('abcdé', ''),
    faultOf('abcdé', 'x', 'y'),
    faultOf('abcde1', 'abcde1'),
    faultOf('abcdé', 'a1'),
    faultOf('abcdé', 'abcdef'),
    faultOf('abcdé', `a1${'x'.repeat(130)}`),
    faultOf('abc de', 'abcde1'),
  ]);
});
