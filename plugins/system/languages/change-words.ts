import { defineError, errors } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { fitWord, wordFault } from './rules.ts';
import { type KnownWord, textOf, type WordBook, type WordDocument } from './word-book.ts';

/** The plugin that has the word is off, or has it no more: it may be taken back and not be written. */
const wordOff = defineError({ code: 'word_off', status: 409 });
const wordsCounted = defineError({ code: 'words_counted', status: 409, params: ['count'] });

const nameOf = ({ caller }: SignedRequest): string => (caller.actor ?? caller).account;

/** What both writing and taking back are done by. */
function createWordWrites(context: PlatformContext, book: WordBook) {
  const { stored } = book;
  const find = (id: string, request: SignedRequest) => book.word(id, request.translate);
  const stale = async (id: string, request: SignedRequest) => {
    const { change } = await find(id, request);
    return errors.staleVersion.create(
      {},
      { content: { version: change?.version ?? 0, text: change?.text ?? '' } },
    );
  };

  /** Errors: `stale_version` 409 where somebody else was earlier */
  async function put(
    word: KnownWord & { entry: NonNullable<KnownWord['entry']> },
    { text, version }: { text: string; version: number },
    request: SignedRequest,
  ): Promise<void> {
    const [language = '', source = '', key = ''] = word.id.split('~');
    const row: WordDocument = {
      _id: word.id,
      language,
      source,
      key,
      text,
      basis: word.entry.basis,
      account: nameOf(request),
      version: version + 1,
      update_time: context.clock.date(),
    };
    await context
      .transaction(async (session) => {
        if (version === 0) await stored.create([row], { session });
        else {
          const { matchedCount } = await stored.replaceOne({ _id: word.id, version }, row, { session });
          if (matchedCount === 0) throw await stale(word.id, request);
        }
        await context.audit(
          {
            type: 'system.language_word.update',
            target: word.id,
            before: { text: textOf(word) },
            after: { text },
            request,
          },
          session,
        );
      })
      .catch(async (error: unknown) => {
        // Of two who write a word for the first time the second finds it there.
        const isTaken = version === 0 && (await stored.exists({ _id: word.id })) !== null;
        throw isTaken ? await stale(word.id, request) : error;
      });
  }

  async function takeBack(
    rows: readonly WordDocument[],
    request: SignedRequest,
    told: { target: string; before: unknown },
  ): Promise<number> {
    if (rows.length === 0) return 0;
    const count = await context.transaction(async (session) => {
      const { deletedCount } = await stored.deleteMany(
        { _id: { $in: rows.map(({ _id }) => _id) } },
        { session },
      );
      await context.audit({ type: 'system.language_word.remove', ...told, request }, session);
      return deletedCount;
    });
    await context.languages.reload();
    return count;
  }

  return { find, stale, put, takeBack };
}

/** Writing words and taking them back, one by one or all of them. After each the whole installation says them. */
export function createWordChanges(context: PlatformContext, book: WordBook) {
  const { stored } = book;
  const { find, stale, put, takeBack } = createWordWrites(context, book);
  return {
    /**
     * Writes a word. One that is the original again is a change that was taken back.
     * Errors: `invalid_input` 422 at `text` with what is wrong, `stale_version` 409, `word_off` 409, `not_found` 404
     */
    async write(
      { id, text, version }: { id: string; text: string; version: number },
      request: SignedRequest,
    ): Promise<KnownWord> {
      const word = await find(id, request);
      const { entry, change } = word;
      if (entry === undefined) throw wordOff.create();
      if ((change?.version ?? 0) !== version) throw await stale(id, request);
      const fault = wordFault(text, entry.rule);
      if (fault !== undefined) throw errors.invalidInput.create({}, { errors: [{ path: 'text', ...fault }] });
      const fitting = fitWord(text, entry.rule);
      if (fitting === entry.original) {
        if (change !== undefined)
          await takeBack([change], request, { target: id, before: { text: change.text } });
      } else if (fitting !== change?.text || change.basis !== entry.basis) {
        await put({ ...word, entry }, { text: fitting, version }, request);
        await context.languages.reload();
      }
      return find(id, request);
    },
    /** Keeps a word though its original is another by now. Errors: as `write`. */
    async keep({ id, version }: { id: string; version: number }, request: SignedRequest): Promise<KnownWord> {
      const word = await find(id, request);
      const { entry, change } = word;
      if (entry === undefined) throw wordOff.create();
      if (change?.version !== version) throw await stale(id, request);
      await put({ ...word, entry }, { text: change.text, version }, request);
      await context.languages.reload();
      return find(id, request);
    },
    /** Those that nobody has changed are passed over. */
    async remove({ ids }: { ids: readonly string[] }, request: SignedRequest): Promise<{ count: number }> {
      const rows = await stored.find({ _id: { $in: [...ids] } }).lean();
      const [first] = rows;
      if (first === undefined) return { count: 0 };
      const before = rows.map(({ _id, text }) => ({ id: _id, text }));
      const target = rows.length === 1 ? first._id : first.language;
      return { count: await takeBack(rows, request, { target, before }) };
    },
    /** Errors: `words_counted` 409 where there are more or fewer by now than somebody has agreed to. */
    async removeAll(
      { language, source, count }: { language: string; source?: string | undefined; count: number },
      request: SignedRequest,
    ): Promise<{ count: number }> {
      await book.requireLanguage(language);
      const rows = [...(await book.changesOf(language)).values()].filter(
        (row) => source === undefined || row.source === source,
      );
      if (rows.length !== count) throw wordsCounted.create({ count: rows.length });
      const before = { words: rows.length, ...(source === undefined ? {} : { source }) };
      return { count: await takeBack(rows, request, { target: language, before }) };
    },
  };
}
