import { expect, test } from 'bun:test';
import { createPluginLog } from './plugin-log.ts';

function logged() {
  const records: [string, Record<string, unknown>, string][] = [];
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void records.push([level, fields, message]);
  let now = 0;
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return {
    records,
    write: createPluginLog(log, () => now),
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

test('a plugin cannot write in the name of another', () => {
  const { records, write } = logged();
  write('info', { plugin: 'system', level: 60, msg: 'x', order: 7 }, 'sold');
  expect(records).toEqual([['info', { order: 7 }, 'sold']]);
});

test('what is too much is dropped and counted, what is too long is cut', async () => {
  const { records, write, pass } = logged();
  for (let record = 0; record < 1_000; record += 1) write('info', { record }, 'again');
  expect(records).toHaveLength(200);
  pass(1_000);
  write('error', { text: 'x'.repeat(100_000) }, 'long');
  expect(JSON.stringify(records[200]).length).toBeLessThan(20_000);
  while (records.length < 202) await Bun.sleep(50);
  expect(records[201]).toEqual(['warn', { dropped: 800 }, expect.stringContaining('too much')]);
});
