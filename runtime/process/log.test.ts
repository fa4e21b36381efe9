import { expect, test } from 'bun:test';
import { createLog, scopedLog } from './log.ts';

test('secrets given as fields, and what drivers hang on errors, never reach the log', () => {
  const lines: string[] = [];
  const log = scopedLog(createLog({ level: 'debug', sink: { write: (line) => void lines.push(line) } }), {
    part: 'x',
  });
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    uri: 'mongodb://u:planted@h',
  });
  log.info({ password: 'planted', body: { token: 'planted', ct: 'planted' } }, 'one');
  log.error({ error, request: { headers: { authorization: 'Bearer planted' } } }, 'two');
  const text = lines.join('');
  expect(text).not.toContain('planted');
  expect(text).toContain('inner');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ part: 'x', msg: 'one', password: '[removed]' });
});
