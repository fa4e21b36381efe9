import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readWordFile, writeCsv, writeJson } from './word-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const refusal = async (data: Uint8Array, language = 'fr-FR'): Promise<string> =>
  readWordFile(data, language).then(
    () => 'read',
    (error: { code?: string }) => error.code ?? String(error),
  );
const ROW = { source: 'qr', key: 'a.b', original: '', reference: 'Hello' };

describe('a file of words', () => {
  test('comes back as it went out, as JSON and as a table, packed or not', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      // Controls are no words.
      .map((word) => word.replaceAll(/\p{Cc}/gu, ''))
      .filter((word) => word !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (texts, isPacked) => {
          const words = texts.map((word, index) => ({ ...ROW, key: `key.${index}`, text: word }));
          for (const file of [writeCsv('fr-FR', words), writeJson('fr-FR', words)]) {
            const data = isPacked ? new Uint8Array(gzipSync(file)) : bytes(file);
            const read = await readWordFile(data, 'fr-FR');
            expect(read.faults).toEqual([]);
            expect(read.words.map(({ key, text: word }) => [key, word])).toEqual(
              words.map(({ key, text: word }) => [key, word]),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', ' =1'])(
    'runs nothing in a spreadsheet: %j',
    async (text) => {
      const file = writeCsv('fr-FR', [{ ...ROW, reference: text, text }]);
      const cells = file.split('\r\n')[1]?.split(',').slice(4) ?? [];
      for (const cell of cells) expect(cell.replace(/^"/, '')).toStartWith("'");
      const { words } = await readWordFile(bytes(file), 'fr-FR');
      expect(words[0]?.text.trim()).toBe(text.trim());
    },
  );

  test('may have its columns moved, left out and separated as a spreadsheet likes', async () => {
    const file = 'text;key;source;language\r\nBonjour;a.b;qr;fr-FR\r\n;;;\r\nSalut;;qr;fr-FR\r\n';
    expect(await readWordFile(bytes(file), 'fr-FR')).toMatchObject({
      words: [{ source: 'qr', key: 'a.b', text: 'Bonjour', line: 2 }],
      faults: [{ line: 4, kind: 'cells' }],
    });
  });

  test('of another language, of another form or of none is refused as a whole', async () => {
    expect(await refusal(bytes(writeJson('sw-KE', [{ ...ROW, text: 'Habari' }])))).toBe(
      'words_file_language',
    );
    expect(await refusal(bytes('a,b\r\n1,2\r\n'))).toBe('words_file_form');
    expect(await refusal(bytes('{"language":"fr-FR","words":{"qr":{"a":1}}}'))).toBe('words_file_form');
    expect(await refusal(bytes('{"language":'))).toBe('words_file_form');
    expect(await refusal(new Uint8Array(0))).toBe('words_file_form');
  });

  test('in an encoding from before Unicode is refused, but for Chinese', async () => {
    // "é" before a letter is a Chinese sign to whoever takes these bytes for GB18030.
    const latin = new Uint8Array([...bytes('language,source,key,text\nfr-FR,qr,a,cr'), 0xe9, 0x65, 0x0a]);
    expect(await refusal(latin)).toBe('words_file_unreadable');
    const chinese = new Uint8Array([
      ...bytes('language,source,key,text\nzh-CN,qr,a,'),
      0xd3,
      0xef,
      0xd1,
      0xd4,
    ]);
    expect((await readWordFile(chinese, 'zh-CN')).words[0]?.text).toBe('语言');
    const wide = new Uint8Array(Buffer.from('\uFEFFlanguage,source,key,text\nfr-FR,qr,a,été', 'utf16le'));
    expect((await readWordFile(wide, 'fr-FR')).words[0]?.text).toBe('été');
    expect(await refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toBe('words_file_unreadable');
  });

  test('that grows without end when it is unpacked is not unpacked', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(64 * 1_048_576)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(bomb)).toBe('words_file_too_large');
    expect(await refusal(new Uint8Array([0x1f, 0x8b, 1, 2, 3]))).toBe('words_file_unreadable');
  });

  test('with a quotation mark that never ends loses that line alone', async () => {
    const file = 'language,source,key,text\nfr-FR,qr,a,"torn\nfr-FR,qr,b,Bonjour\n';
    const { words, faults } = await readWordFile(bytes(file), 'fr-FR');
    expect(words.map(({ key }) => key)).toEqual(['b']);
    expect(faults).toEqual([{ line: 2, kind: 'open' }]);
  });
});
