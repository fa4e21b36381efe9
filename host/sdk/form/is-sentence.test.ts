import { expect, test } from 'bun:test';
import { isColumn, isSentence } from './is-sentence.ts';

test('words stand beside each other, sentences below each other, in each alphabet', () => {
  expect(['On', 'Redirect (recommended)', '单个账号', '继续跳转到目标链接'].filter(isSentence)).toEqual([]);
  const sentences = ['Go on leading visitors to their targets', '移入回收站：访客会看到二维码已删除'];
  expect(sentences.filter(isSentence)).toEqual(sentences);
});

test('two or three choices that a phone has no row for stand below each other, each of them short enough or not', () => {
  expect(isColumn(['Yeyote mwenye kiungo', 'Kwa kuchanganua picha tu'])).toBe(true);
  expect(isColumn(['Wanaoendesha jukwaa', 'Mawakala', 'Wateja'])).toBe(true);
  expect(isColumn(['平台运营人员', '代理', '客户'])).toBe(false);
  expect(isColumn(['任何有链接的人', '只能扫描图片'])).toBe(false);
  expect(isColumn(['Programu yoyote', 'WeChat pekee'])).toBe(false);
});
