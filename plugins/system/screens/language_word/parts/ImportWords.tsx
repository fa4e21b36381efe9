import { IconUpload } from '@arco-design/web-react/icon';
import type { ResultOf } from '@waypost/contract';
import {
  Button,
  Can,
  DataTable,
  Drawer,
  FileButton,
  notify,
  useAction,
  useFaultText,
  useFormat,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { wordImport, wordPreview } from '../calls.ts';
import type { LanguageRow } from './language-row.ts';
import styles from './language-word.module.css';

const WORD_FILES = '.json,.csv,.tsv,.txt,application/json,text/csv,text/plain';

type Preview = ResultOf<typeof wordPreview>;
interface Looked {
  name: string;
  data: string;
  preview: Preview;
}

/** Brings the words of a file in, after a look at what it would change. */
export function ImportWords({ language }: { language: LanguageRow }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <Can permission="system.language_word:update">
      <Button icon={<IconUpload />} onClick={() => setOpen(true)}>
        {words('system.language_word.import')}
      </Button>
      {isOpen ? <ImportDrawer language={language} onClose={() => setOpen(false)} /> : null}
    </Can>
  );
}

function ImportDrawer({ language, onClose }: { language: LanguageRow; onClose: () => void }) {
  const words = useWords();
  const faultText = useFaultText();
  const reload = useReloadArea(wordImport.area);
  const look = useAction(wordPreview, { isSilent: true });
  const write = useAction(wordImport, { isSilent: true });
  const [looked, setLooked] = useState<Looked>();
  const say = (key: string, params = {}) => words(`system.language_word.import.${key}`, params);
  const choose = async (file: File): Promise<void> => {
    setLooked(undefined);
    const data = await packed(file);
    setLooked({ name: file.name, data, preview: await look.run({ language: language.code, data }) });
  };
  const bring = async ({ data, preview: { stamp } }: Looked): Promise<void> => {
    const { counts } = await write.run({ language: language.code, data, stamp });
    notify.success(say('done', counts));
    void reload();
    onClose();
  };
  const changes = looked === undefined ? 0 : changesOf(looked.preview);
  const error = look.error ?? write.error;
  return (
    <Drawer
      title={say('title', { name: language.title })}
      isOpen
      onClose={onClose}
      width={860}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={write.isRunning}
            isDisabled={changes === 0}
            // What went wrong is said above the buttons.
            onClick={() => void (looked && bring(looked).catch(() => undefined))}
          >
            {say('verb')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p className={styles.note}>{say('text')}</p>
        <div className={styles.file}>
          <FileButton
            accept={WORD_FILES}
            isBusy={look.isRunning}
            onFile={(file) => void choose(file).catch(() => undefined)}
          >
            {say(looked === undefined ? 'choose' : 'another')}
          </FileButton>
          <span className={styles.note}>{looked?.name}</span>
        </div>
        {error === undefined ? null : (
          <p role="alert" className={styles.fault}>
            {faultText(error)}
          </p>
        )}
        {looked === undefined ? null : <Found preview={looked.preview} />}
      </div>
    </Drawer>
  );
}

const changesOf = ({ counts: { written, taken_back } }: Preview): number => written + taken_back;

/** What the file would do: nothing is written yet. */
function Found({ preview }: { preview: Preview }) {
  const words = useWords();
  const say = (key: string, params = {}) => words(`system.language_word.import.${key}`, params);
  const { changes, counts, refused } = preview;
  const format = useFormat();
  const figures = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, format.number(count)]),
  );
  const changed = changesOf(preview);
  const shown = (all: number, few: number) =>
    all > few ? <p className={styles.note}>{say('first', { count: few })}</p> : null;
  return (
    <>
      <p role="status" className={styles.note}>
        {say('counts', figures)}
      </p>
      {counts.refused > 0 ? (
        <section>
          <h3 className={styles.noticeTitle}>{say('refused', { count: counts.refused })}</h3>
          <DataTable
            label={say('refused', { count: counts.refused })}
            rows={refused}
            rowKey={({ line, source, key, text, reason }) => [line, source, key, text, reason].join('\n')}
            columns={[
              {
                key: 'reason',
                title: say('reason'),
                render: ({ reason }) => <span className={styles.fault}>{reason}</span>,
              },
              { key: 'text', title: say('after'), render: ({ text }) => <span translate="no">{text}</span> },
              {
                key: 'key',
                title: words('system.language_word.key'),
                render: ({ key }) => <code className={styles.key}>{key}</code>,
              },
              { key: 'line', title: say('line'), render: ({ line }) => (line === 0 ? '' : line) },
            ]}
          />
          {shown(counts.refused, refused.length)}
        </section>
      ) : null}
      {changed === 0 ? (
        <p>{say('nothing')}</p>
      ) : (
        <section>
          <h3 className={styles.noticeTitle}>{say('changes', { count: changed })}</h3>
          <DataTable
            label={say('changes', { count: changed })}
            rows={changes}
            rowKey={({ source_title, key }) => `${source_title} ${key}`}
            columns={[
              {
                key: 'after',
                title: say('after'),
                render: ({ after }) => <span translate="no">{after}</span>,
              },
              {
                key: 'before',
                title: say('before'),
                render: ({ before }) => <span translate="no">{before}</span>,
              },
              {
                key: 'key',
                title: words('system.language_word.key'),
                render: ({ key }) => <code className={styles.key}>{key}</code>,
              },
            ]}
          />
          {shown(changed, changes.length)}
        </section>
      )}
    </>
  );
}

/** All words of a language are a megabyte and a half, and a fifth of it packed. */
async function packed(file: File): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer()).toBase64();
}
