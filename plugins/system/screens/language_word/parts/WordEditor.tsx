import { field } from '@waypost/contract';
import {
  Button,
  CallForm,
  Can,
  type Fact,
  Facts,
  notify,
  PendingState,
  useAction,
  useCall,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { WORD_MAX_LENGTH, type WordRule, wordFault } from '../../../languages/rules.ts';
import { type WordRow, wordDetails, wordKeep, wordRemove, wordUpdate } from '../calls.ts';
import styles from './language-word.module.css';

const UPDATE = 'system.language_word:update';

/** A word with the sentence that it is translated from, and where it is written anew. */
export function WordEditor({ id, language }: { id: string; language: string }) {
  const may = usePermission();
  const { data, error, refetch } = useCall(wordDetails, { id });
  if (data?.id !== id) return <PendingState error={error} onRetry={refetch} lines={6} />;
  return (
    <div className={styles.stack}>
      <OriginalChanged word={data} />
      <About word={data} language={language} />
      {may(UPDATE) && data.state !== 'off' ? <WordForm key={`${id} ${data.version}`} word={data} /> : null}
      <TakeBack word={data} />
    </div>
  );
}

function About({ word, language }: { word: WordRow; language: string }) {
  const words = useWords();
  const label = (name: string) => words(`system.language_word.${name}`);
  const needed = [...word.rule.needed.map((name) => `{{${name}}}`), ...word.rule.tags];
  const facts: (Fact | undefined)[] = [
    [
      label(language === 'en-US' ? 'reference_of_english' : 'reference'),
      <span
        key="reference"
        className={styles.text}
        translate="no"
        lang={language === 'en-US' ? 'zh-CN' : 'en-US'}
      >
        {word.reference}
      </span>,
    ],
    word.original === '' || word.original === word.text
      ? undefined
      : [
          label('original'),
          <span key="original" className={styles.text} translate="no" lang={word.language}>
            {word.original}
          </span>,
        ],
    word.former === ''
      ? undefined
      : [
          label('former'),
          <s key="former" translate="no">
            {word.former}
          </s>,
        ],
    needed.length === 0
      ? undefined
      : [
          label('rule'),
          <code key="rule" className={styles.key}>
            {needed.join(' ')}
          </code>,
        ],
    [label('source_title'), word.source_title],
    [
      label('key'),
      <code key="key" className={styles.key}>
        {word.key}
      </code>,
    ],
    word.author === '' ? undefined : [label('author'), word.author],
  ];
  return (
    <>
      <Facts facts={facts.filter((fact) => fact !== undefined)} />
      {word.state === 'off' ? <p className={styles.note}>{label('off.text')}</p> : null}
    </>
  );
}

function WordForm({ word }: { word: WordRow }) {
  const words = useWords();
  const reload = useReloadArea(wordUpdate.area);
  const { id, version, rule, text } = word;
  const fields = useMemo(
    () => ({ text: field(textWith(rule), { control: 'textarea', default: '' }) }),
    [rule],
  );
  return (
    <CallForm
      call={wordUpdate}
      name="system.language_word"
      fields={fields}
      initial={{ text: text.trim() }}
      about={`${id} ${version}`}
      submit="system.language_word.save"
      toBody={(values) => ({ ...values, id, version })}
      onSent={() => {
        notify.success(words('system.language_word.saved'));
        void reload();
      }}
    />
  );
}

/** The same check as the server's, with its sentences. */
function textWith(rule: WordRule) {
  return wordUpdate.body.shape.text.max(WORD_MAX_LENGTH).superRefine((text, check) => {
    const fault = wordFault(text, rule);
    if (fault !== undefined) check.addIssue({ code: 'custom', ...fault });
  });
}

function OriginalChanged({ word: { id, state, version } }: { word: WordRow }) {
  const words = useWords();
  const reload = useReloadArea(wordKeep.area);
  const { run, isRunning } = useAction(wordKeep);
  if (state !== 'original_changed') return null;
  const keep = async (): Promise<void> => {
    await run({ id, version });
    notify.success(words('system.language_word.kept'));
    void reload();
  };
  return (
    <section className={styles.notice}>
      <h3 className={styles.noticeTitle}>{words('system.language_word.original_changed.title')}</h3>
      <p className={styles.note}>{words('system.language_word.original_changed.text')}</p>
      <Can permission={UPDATE}>
        {/* A failure has been told by then. */}
        <Button isBusy={isRunning} onClick={() => void keep().catch(() => undefined)}>
          {words('system.language_word.keep')}
        </Button>
      </Can>
    </section>
  );
}

function TakeBack({ word: { id, version } }: { word: WordRow }) {
  const words = useWords();
  const reload = useReloadArea(wordRemove.area);
  const { run, isRunning } = useAction(wordRemove);
  if (version === 0) return null;
  const takeBack = async (): Promise<void> => {
    await run({ ids: [id] });
    notify.success(words('system.language_word.taken_back'));
    void reload();
  };
  return (
    <Can permission={UPDATE}>
      <div>
        {/* A failure has been told by then. */}
        <Button isBusy={isRunning} onClick={() => void takeBack().catch(() => undefined)}>
          {words('system.language_word.take_back')}
        </Button>
      </div>
    </Can>
  );
}
