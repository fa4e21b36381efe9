import { expect, test } from 'bun:test';
import { fileResponse } from './file-response.ts';

test('a result is saved and never shown, and its name cannot break out of the header', async () => {
  const path = `${import.meta.dir}/file-response.ts`;
  const answer = fileResponse(
    { path, name: '统计"\r\nX-Evil: 1\'(a).csv', type: 'text/csv; charset=utf-8' },
    'r1',
  );
  const disposition = answer.headers.get('content-disposition') ?? '';
  expect(disposition).toStartWith('attachment; filename="_X-Evil_1_a_.csv"');
  expect(disposition).toContain("filename*=UTF-8''%E7%BB%9F%E8%AE%A1%22%0D%0AX-Evil%3A%201%27%28a%29.csv");
  expect(answer.headers.get('x-evil')).toBeNull();
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toContain('fileResponse');
});

test('a file that is read while it is sent says how long it is, so that half of one is not taken for whole', async () => {
  const stream = new Blob(['12345']).stream();
  const answer = fileResponse({ stream, size: 5, name: 'a.csv', type: 'text/csv' }, 'id');
  expect(answer.headers.get('content-length')).toBe('5');
  expect(answer.headers.get('content-disposition')).toContain('a.csv');
  expect(await answer.text()).toBe('12345');
});
