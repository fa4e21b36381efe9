import { expect, test } from 'bun:test';
import { isSentence } from './is-sentence.ts';

test('words stand beside each other, sentences below each other, in each alphabet', () => {
  expect(['On', 'Redirect (recommended)', '单个账号', '继续跳转到目标链接'].filter(isSentence)).toEqual([]);
  const sentences = ['Go on leading visitors to their targets', '移入回收站：访客会看到二维码已删除'];
  expect(sentences.filter(isSentence)).toEqual(sentences);
});
