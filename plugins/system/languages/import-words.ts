import { createHash } from 'node:crypto';
import { errors, type ResultOf } from '@waypost/contract';
import type { Session, SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { wordImport, wordPreview } from '../screens/language_word/calls.ts';
import { fitWord, wordFault } from './rules.ts';
import { textOf, type WordBook, type WordDocument, wordId } from './word-book.ts';
import { type FileFault, type FileWord, readWordFile } from './word-file.ts';

type Preview = ResultOf<typeof wordPreview>;
type Counts = Preview['counts'];

/** Lines of a preview that are shown; the rest is counted. */
const SHOWN = 100;
const SHOWN_LETTERS = 300;

interface Change {
  id: string;
  source_title: string;
  source: string;
  key: string;
  before: string;
  after: string;
  /** What the word is compared with later; undefined: the original is in force again. */
  basis: string | undefined;
  version: number;
}
interface Plan {
  counts: Counts;
  changes: Change[];
  refused: Preview['refused'];
  stamp: string;
}
interface Given {
  language: string;
  /** Base64 of the file. */
  data: string;
}

/** Files of words: what one would do, and doing it. */
export function createWordImport(context: PlatformContext, book: WordBook) {
  async function read({ language, data }: Given) {
    await book.requireLanguage(language);
    return readWordFile(Uint8Array.fromBase64(data), language);
  }

  async function plan(
    language: string,
    file: Awaited<ReturnType<typeof read>>,
    { request, session }: { request: SignedRequest; session?: Session },
  ): Promise<Plan> {
    const words = await book.words(language, request.translate, session);
    const known = new Map(words.map((word) => [word.id, word]));
    const counts: Counts = { written: 0, taken_back: 0, same: 0, empty: 0, refused: 0 };
    const changes: Change[] = [];
    const refused: Preview['refused'] = [];
    const seen = new Map<string, string>();
    const refuse = (at: Omit<FileWord, 'text'> & { text?: string }, reason: string) => {
      counts.refused += 1;
      if (refused.length >= SHOWN) return;
      const [source, key, text] = [at.source, at.key, at.text ?? ''].map((part) =>
        part.slice(0, SHOWN_LETTERS),
      );
      refused.push({ line: at.line, source: source ?? '', key: key ?? '', text: text ?? '', reason });
    };
    const say = (kind: string) => request.translate(`system.language_word.fault.${kind}`);
    for (const fault of file.faults) refuse({ ...NOWHERE, line: fault.line }, say(FAULT_WORDS[fault.kind]));
    for (const word of file.words) {
      const id = wordId(language, word.source, word.key);
      const found = known.get(id);
      const entry = found?.entry;
      if (found === undefined || entry === undefined) {
        refuse(word, say(found === undefined ? 'unknown' : 'off'));
        continue;
      }
      if (word.text.trim() === '') {
        counts.empty += 1;
        continue;
      }
      const fault = wordFault(word.text, entry.rule);
      const after = fitWord(word.text, entry.rule);
      if (fault !== undefined) refuse(word, request.translate(fault.message, fault.params));
      else if (seen.has(id)) {
        if (seen.get(id) !== after) refuse(word, say('twice'));
      } else {
        seen.set(id, after);
        const before = textOf(found);
        if (after === before) counts.same += 1;
        else {
          const isOriginal = after === entry.original;
          counts[isOriginal ? 'taken_back' : 'written'] += 1;
          const { source, key } = word;
          changes.push({
            id,
            source,
            key,
            source_title: found.title,
            before,
            after,
            basis: isOriginal ? undefined : entry.basis,
            version: found.change?.version ?? 0,
          });
        }
      }
    }
    const hash = createHash('sha256').update(JSON.stringify([changes, counts]));
    return { counts, changes, refused, stamp: hash.digest('base64url') };
  }

  async function write(
    language: string,
    { counts, changes }: Plan,
    session: Session,
    request: SignedRequest,
  ) {
    const { account } = request.caller.actor ?? request.caller;
    const update_time = context.clock.date();
    const rows = changes.flatMap((change) => documentOf(change, { language, account, update_time }));
    await book.stored.deleteMany({ _id: { $in: changes.map(({ id }) => id) } }, { session });
    if (rows.length > 0) await book.stored.insertMany(rows, { session });
    await context.audit(
      { type: 'system.language_word.import', target: language, after: counts, request },
      session,
    );
  }

  return {
    /** Errors: those of `readWordFile`, `not_found` 404 */
    async preview(given: Given, request: SignedRequest): Promise<Preview> {
      const { counts, changes, refused, stamp } = await plan(given.language, await read(given), { request });
      return { counts, changes: changes.slice(0, SHOWN).map(shownChange), refused, stamp };
    },
    /** Writes what the preview said. Errors: as `preview`; `stale_version` 409 where it would be something else by now */
    async run(
      { stamp, ...given }: Given & { stamp: string },
      request: SignedRequest,
    ): Promise<ResultOf<typeof wordImport>> {
      const file = await read(given);
      const counts = await context.transaction(async (session) => {
        const planned = await plan(given.language, file, { request, session });
        if (planned.stamp !== stamp) throw errors.staleVersion.create();
        if (planned.changes.length > 0) await write(given.language, planned, session, request);
        return planned.counts;
      });
      await context.languages.reload();
      return { counts };
    },
  };
}

/** None for a word that is the original's again. */
function documentOf(
  { id, source, key, after, basis, version }: Change,
  written: Pick<WordDocument, 'language' | 'account' | 'update_time'>,
): WordDocument[] {
  if (basis === undefined) return [];
  return [{ ...written, _id: id, source, key, text: after, basis, version: version + 1 }];
}

const shownChange = ({ source_title, key, before, after }: Change): Preview['changes'][number] => ({
  source_title,
  key,
  before: before.slice(0, SHOWN_LETTERS),
  after: after.slice(0, SHOWN_LETTERS),
});

const NOWHERE = { source: '', key: '' };
const FAULT_WORDS: Readonly<Record<FileFault['kind'], string>> = {
  cells: 'cells',
  too_long: 'long_line',
  open: 'open_line',
};
