import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { fitWord, WORD_MAX_LENGTH, wordFault, wordRuleOf } from './rules.ts';

const kindOf = (
  text: string,
  texts: string[],
  plural?: { form: string; many: string[] },
): string | undefined => wordFault(text, wordRuleOf(texts, plural))?.message.split('.').at(-1);

describe('a translation', () => {
  test.each([
    ['keeps its placeholders', 'Il reste {{count}} codes', ['{{count}} codes left'], undefined],
    ['may have blanks in them', 'Il reste {{ count }}', ['{{count}} left'], undefined],
    ['without one is refused', 'Il reste des codes', ['{{count}} codes left'], 'missing'],
    ['with one that nothing fills is refused', 'Bonjour {{name}}', ['Hello'], 'foreign'],
    ['with a misspelt one is refused', '{{cuont}} codes', ['{{count}} codes'], 'missing'],
    ['with a torn one is refused', 'Il reste {count}} codes', ['Codes left'], 'braces'],
    ['cannot look others up', '$t(error.internal)', ['Hello'], 'nesting'],
    ['is no HTML', '<img src=x onerror=alert(1)>', ['Hello'], 'markup'],
    ['keeps the markup of the original', 'Voir <b>ici</b>', ['See <b>here</b>'], undefined],
    ['without that markup is refused', 'Voir ici', ['See <b>here</b>'], 'tags'],
    ['with more markup is refused', '<b>Voir</b> <b>ici</b>', ['See <b>here</b>'], 'tags'],
    ['may compare', 'a < b, b > c', ['less than'], undefined],
    ['is not empty', '  ', ['Hello'], 'empty'],
    ['has an end', 'x'.repeat(WORD_MAX_LENGTH + 1), ['Hello'], 'long'],
    ['is one line where the original is', 'a\nb', ['Hello'], 'lines'],
    ['may have lines where the original has', 'a\r\nb', ['Hello\nyou'], undefined],
    ['has no letters that nobody sees', 'a\u202Eb', ['Hello'], 'unreadable'],
    ['has none that were lost in another encoding', 'caf\uFFFD', ['Hello'], 'unreadable'],
  ] as const)('%s', (_what, text, texts, kind) => {
    expect(kindOf(text, [...texts])).toBe(kind as never);
  });

  test('of a form for one thing may leave the number out, that for several may not', () => {
    const many = ['{{count}} codes of {{name}}'];
    const one = ['{{count}} code of {{name}}'];
    expect(kindOf('Un code de {{name}}', one, { form: 'one', many })).toBeUndefined();
    expect(kindOf('Un code', one, { form: 'one', many })).toBe('missing');
    expect(kindOf('Des codes de {{name}}', many, { form: 'many', many })).toBe('missing');
    expect(kindOf('Des codes de {{name}}', many, { form: 'other', many })).toBe('missing');
  });

  test('of a form for one thing may say what the others say, and leave out what the original leaves out', () => {
    const many = ['{{left}} of {{count}} codes'];
    expect(kindOf('Un code', ['One code'], { form: 'one', many })).toBeUndefined();
    expect(kindOf('{{left}} de {{count}}', ['One code'], { form: 'one', many })).toBeUndefined();
    expect(kindOf('Un code de {{name}}', ['One code'], { form: 'one', many })).toBe('foreign');
  });

  test('stands where the original stood: with the blanks around it', () => {
    const rule = wordRuleOf([' and more']);
    expect(fitWord('et plus\n', rule)).toBe(' et plus');
  });

  test('of any original is a translation of itself, and one that lost a placeholder is none', () => {
    const word = fc.stringMatching(/^[a-zA-Z ,.!?éß语言-]{1,20}$/).filter((text) => text.trim() !== '');
    const name = fc.constantFrom('count', 'name', 'most');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, name), { minLength: 1, maxLength: 4 }), (parts) => {
        const text = parts.map(([before, hole]) => `${before}{{${hole}}}`).join('');
        const rule = wordRuleOf([text]);
        expect(wordFault(text, rule)).toBeUndefined();
        const [, lost] = parts[0] as [string, string];
        expect(wordFault(text.replaceAll(`{{${lost}}}`, lost), rule)?.message).toEndWith('.missing');
      }),
    );
  });
});
