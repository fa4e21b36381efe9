import { IconDownload } from '@arco-design/web-react/icon';
import type { BodyOf } from '@waypost/contract';
import { downloadFile, MenuButton, useAction, useWords } from '@waypost/host-sdk';
import { wordExport } from '../calls.ts';
import type { LanguageRow } from './language-row.ts';

type Wish = Omit<BodyOf<typeof wordExport>, 'language'>;

/** Files that words go out by, in the order of the menu. */
const FILES: readonly (Wish & { name: string })[] = [
  { name: 'csv', format: 'csv' },
  { name: 'csv_missing', format: 'csv', state: ['missing'] },
  { name: 'csv_changed', format: 'csv', state: ['changed', 'original_changed'] },
  { name: 'json', format: 'json' },
];

/** Hands the words of a language over as a file. */
export function ExportWords({ language: { code } }: { language: LanguageRow }) {
  const words = useWords();
  const { run } = useAction(wordExport);
  const download = async (wish: Wish): Promise<void> => {
    const { name, media_type, data } = await run({ language: code, ...wish });
    downloadFile(name, new Blob([data], { type: media_type }));
  };
  const label = words('system.language_word.export');
  return (
    <MenuButton
      label={label}
      text={label}
      icon={<IconDownload />}
      isFramed
      items={FILES.map(({ name, ...wish }) => ({
        name,
        label: words(`system.language_word.export.${name}`),
        // A failure has been told by then.
        onSelect: () => void download(wish).catch(() => undefined),
      }))}
    />
  );
}
