import { YesNo } from '@waypost/contract';
import { languageInquire } from '@waypost/contract/platform';
import { ResourceList, Tag, useClient, useWords } from '@waypost/host-sdk';
import { language, ShowStatus } from './resource.ts';

/** The languages of the user interface: which are offered, what they are called, and which one a newcomer sees. */
export function Page() {
  const client = useClient();
  const words = useWords();
  return (
    <ResourceList
      resource={language}
      load={async ({ page, page_size }, signal) => {
        const query = languageInquire.body.parse({ page, page_size });
        return client.call(languageInquire, query, { signal });
      }}
      columns={[
        'title',
        'code',
        'country',
        'abbreviation',
        {
          field: 'phone_code',
          render: ({ phone_code }) => (phone_code === '' ? '' : `+${phone_code}`),
        },
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
      ]}
    />
  );
}
