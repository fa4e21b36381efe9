import type { Page, RowOf } from '@waypost/contract';
import { Absent, RelativeTime, ResourceList, Tag, useClient, useWords } from '@waypost/host-sdk';
import { ShowStatus } from '../../../content/values.ts';
import { textList } from '../calls.ts';
import { imageText } from '../resource.ts';

type TextRow = RowOf<typeof imageText>;

/** All texts, and where each is shown. */
export function TextList() {
  const words = useWords();
  const client = useClient();
  return (
    <ResourceList
      resource={imageText}
      title="menu.image_text"
      exports={{ call: textList }}
      createTo="image_text?id=new"
      rowTo={({ id }) => `image_text?id=${id}`}
      editTo={({ id }) => `image_text?id=${id}&tab=edit`}
      load={async (query, signal) =>
        (await client.call(textList, textList.body.parse(query), { signal })) as unknown as Page<TextRow>
      }
      columns={[
        { field: 'title', priority: 0 },
        { field: 'type', priority: 2 },
        {
          field: 'show_status',
          priority: 1,
          render: ({ show_status }) => (
            <Tag tone={show_status === ShowStatus.shown ? 'good' : 'neutral'}>
              {words(`system.image_text.show_status.${show_status}`)}
            </Tag>
          ),
        },
        {
          field: 'show_on_home',
          priority: 3,
          render: ({ show_on_home }) => words(`system.image_text.show_on_home.${show_on_home}`),
        },
        {
          field: 'address',
          priority: 4,
          render: ({ address }) => (address === '' ? <Absent /> : <code>{`/page/${address}`}</code>),
        },
        { field: 'sort', align: 'right', width: 90, priority: 6 },
        {
          field: 'update_time',
          priority: 5,
          render: ({ update_time }) => <RelativeTime value={update_time} />,
        },
        { field: 'remarks', isHidden: true },
      ]}
    />
  );
}
