import { expect, test } from 'bun:test';
import { MOST_STARTS, STARTS_VARIABLE, toldStarts } from './told-starts.ts';

const told = (text: string) => toldStarts({ [STARTS_VARIABLE]: text }).map((start) => start.getTime());

test('a process reads when it and those before it were started, and the latest of very many', () => {
  expect(told('1767225600000')).toEqual([1_767_225_600_000]);
  expect(told('1,20,300')).toEqual([1, 20, 300]);
  const many = Array.from({ length: MOST_STARTS + 5 }, (_, at) => at);
  expect(told(many.join())).toEqual(many.slice(5));
});

test('where nobody tells it, or something else stands there, nothing is believed', () => {
  expect(toldStarts({})).toEqual([]);
  for (const text of ['', 'x', '1,', ',1', '1;2', '-1', '1e9', '9'.repeat(16)])
    expect(told(text)).toEqual([]);
});
