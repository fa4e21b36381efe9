import { IconFile } from '@arco-design/web-react/icon';
import { LOCALES, YesNo } from '@waypost/contract';
import { languageInquire } from '@waypost/contract/platform';
import {
  ResourceList,
  ScreenLink,
  Tag,
  useCall,
  useClient,
  useFormat,
  useGo,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { wordOverview } from '../language_word/calls.ts';
import { language, ShowStatus } from './resource.ts';

const WORDS = 'system.language_word:read';

/** The languages of the user interface: which are offered, what they are called, which one a newcomer sees, and their words. */
export function Page() {
  const client = useClient();
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  const { data } = useCall(wordOverview, {}, { enabled: may(WORDS) });
  const reloadCounts = useReloadArea(wordOverview.area);
  const countsOf = (code: string) => data?.languages.find((one) => one.language === code);
  return (
    <ResourceList
      resource={language}
      exports={{ call: languageInquire }}
      load={async ({ page, page_size }, signal) => {
        const query = languageInquire.body.parse({ page, page_size });
        return client.call(languageInquire, query, { signal });
      }}
      columns={[
        {
          field: 'title',
          render: ({ icon, title }) => `${icon} ${title}`.trim(),
        },
        'code',
        {
          field: 'show_status',
          render: ({ show_status }) => (
            <Tag tone={show_status === ShowStatus.shown ? 'good' : 'neutral'}>
              {words(`system.language.show_status.${show_status}`)}
            </Tag>
          ),
        },
        {
          field: 'default_language',
          render: ({ default_language }) =>
            default_language === YesNo.yes ? <Tag tone="info">{words('system.language.default')}</Tag> : '',
        },
        ...(may(WORDS)
          ? [
              {
                key: 'words',
                title: 'system.language.words',
                width: 300,
                render: ({ code }: { code: string }) => <Counts code={code} counts={countsOf(code)} />,
              } as const,
            ]
          : []),
        'country',
        'abbreviation',
        {
          field: 'phone_code',
          render: ({ phone_code }) => (phone_code === '' ? '' : `+${phone_code}`),
        },
      ]}
      onChanged={() => void reloadCounts()}
      hide={['remove']}
      rowActions={[
        {
          name: 'words',
          label: 'system.language.words',
          icon: <IconFile />,
          permission: WORDS,
          run: ({ code }) => go('language_word', { language: code }),
        },
        {
          name: 'remove_language',
          label: 'action.delete',
          permission: 'system.language:delete',
          isDangerous: true,
          // The product's own stay.
          isVisible: ({ code }) => !LOCALES.some((locale) => locale === code),
          confirm: ({ code, title }) => ({
            title: words('system.language.remove.title', { name: title }),
            text: words('system.language.remove.confirm', {
              name: title,
              words: countsOf(code)?.changed ?? 0,
            }),
            verb: words('action.delete'),
          }),
          run: async ({ id }, list) => {
            await client.post(language.area, 'remove', { id });
            list.reload();
            void reloadCounts();
          },
        },
      ]}
    />
  );
}

/** How many words were changed and how many are missing, with the way to them. */
function Counts({
  code,
  counts,
}: {
  code: string;
  counts: { changed: number; missing: number } | undefined;
}) {
  const words = useWords();
  const format = useFormat();
  if (counts === undefined) return null;
  const { changed, missing } = counts;
  const told = { changed: format.number(changed), missing: format.number(missing) };
  return (
    <ScreenLink to={`language_word?language=${code}`}>
      {words(`system.language.${missing === 0 ? 'word_counts_whole' : 'word_counts'}`, told)}
    </ScreenLink>
  );
}
