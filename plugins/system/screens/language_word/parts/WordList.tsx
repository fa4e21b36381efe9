import { Select } from '@arco-design/web-react';
import { IconUndo } from '@arco-design/web-react/icon';
import { LANGUAGES_TOPIC, type ResultOf } from '@waypost/contract';
import {
  notify,
  RelativeTime,
  ResourceList,
  useAction,
  useClient,
  useQuery,
  useReloadArea,
  useTopic,
  useWords,
} from '@waypost/host-sdk';
import { type WordRow, wordInquire, type wordOverview, wordRemove } from '../calls.ts';
import { languageWord } from '../resource.ts';
import { ExportWords } from './ExportWords.tsx';
import { ImportWords } from './ImportWords.tsx';
import type { LanguageRow } from './language-row.ts';
import styles from './language-word.module.css';
import { TakeAllBack } from './TakeAllBack.tsx';
import { WordEditor } from './WordEditor.tsx';

const TONES = {
  state: {
    original: 'neutral',
    missing: 'bad',
    changed: 'info',
    original_changed: 'warning',
    off: 'neutral',
  },
} as const;
const UPDATE = 'system.language_word:update';
const isChanged = ({ version }: Pick<WordRow, 'version'>): boolean => version > 0;

interface WordListProps {
  language: LanguageRow;
  languages: readonly LanguageRow[];
  overview: ResultOf<typeof wordOverview>;
}

/** The words of one language, with what is done to all of them above. */
export function WordList({ language, languages, overview }: WordListProps) {
  const words = useWords();
  const client = useClient();
  const reload = useReloadArea(languageWord.area);
  const [params, setQuery] = useQuery();
  const source = params.get('source') ?? undefined;
  const { code } = language;
  const { run: remove } = useAction(wordRemove);
  useTopic(LANGUAGES_TOPIC, () => void reload());
  const takeBack = async (ids: string[]): Promise<void> => {
    const { count } = await remove({ ids });
    notify.success(words('system.language_word.taken_back_count', { count }));
    void reload();
  };
  return (
    <ResourceList
      resource={languageWord}
      exports="beside"
      title="menu.language_word"
      form={false}
      filters={['state']}
      tones={TONES}
      narrowedBy={['source']}
      words="system.language_word"
      load={(query, signal) => {
        const { page, page_size, search, state } = query as Record<string, unknown>;
        const wish = { page, page_size, search, state, language: code, source };
        return client.call(wordInquire, wordInquire.body.parse(wish), { signal });
      }}
      columns={[
        { field: 'text', width: 300, priority: 0, render: (row) => <Text row={row as WordRow} /> },
        { field: 'state', width: 150, priority: 1 },
        {
          field: 'reference',
          width: 260,
          priority: 2,
          render: ({ reference }) => <span translate="no">{reference}</span>,
          ...(code === 'en-US' ? { title: 'system.language_word.reference_of_english' } : {}),
        },
        { field: 'source_title', width: 170, priority: 4 },
        {
          field: 'key',
          width: 240,
          priority: 3,
          render: ({ key }) => <code className={styles.key}>{key}</code>,
        },
        {
          field: 'changed_time',
          isHidden: true,
          render: ({ changed_time }) => (changed_time ? <RelativeTime value={changed_time} /> : ''),
        },
        { field: 'author', isHidden: true },
      ]}
      details={({ id }) => <WordEditor id={id} language={code} />}
      rowActions={[
        {
          name: 'take_back',
          label: 'system.language_word.take_back',
          icon: <IconUndo />,
          permission: UPDATE,
          isVisible: (row) => isChanged(row as WordRow),
          run: ({ id }) => takeBack([id]),
        },
      ]}
      batchActions={[
        {
          name: 'take_back',
          label: 'system.language_word.take_back',
          permission: UPDATE,
          run: async (rows, list) => {
            await takeBack(rows.filter((row) => isChanged(row as WordRow)).map(({ id }) => id));
            list.clearSelection();
          },
        },
      ]}
      toolbar={
        <>
          <Select
            className={styles.choice ?? ''}
            aria-label={words('system.language_word.language')}
            value={code}
            options={languages.map(({ code: value, title }) => ({ value, label: title }))}
            onChange={(next: string) => setQuery({ language: next, page: undefined })}
          />
          <Select
            className={styles.choice ?? ''}
            aria-label={words('system.language_word.source')}
            value={source ?? ''}
            options={[
              { value: '', label: words('system.language_word.every_source') },
              ...overview.sources.map(({ source: value, title }) => ({ value, label: title })),
            ]}
            onChange={(next: string) => setQuery({ source: next, page: undefined })}
          />
          <ExportWords language={language} />
          <ImportWords language={language} />
          <TakeAllBack
            language={language}
            count={overview.languages.find((one) => one.language === code)?.changed ?? 0}
          />
        </>
      }
    />
  );
}

/** The text in force, or what stands in for it. */
function Text({ row }: { row: WordRow }) {
  return row.text === '' ? (
    <span className={styles.missing} translate="no">
      {row.reference}
    </span>
  ) : (
    <span lang={row.language} translate="no">
      {row.text}
    </span>
  );
}
