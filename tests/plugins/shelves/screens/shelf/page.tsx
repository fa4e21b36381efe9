import type { BodyOf } from '@waypost/contract';
import {
  Button,
  CallForm,
  notify,
  Panel,
  RelativeTime,
  ResourceForm,
  ResourceList,
  RowFacts,
  Tag,
  ThingPage,
  useWords,
} from '@waypost/host-sdk';
import { book } from '../book_list/resource.ts';
import { shelf } from '../shelf_list/resource.ts';
import { moveBooks, moveFields } from './calls.ts';

/** The page of one shelf. */
export function Page() {
  const words = useWords();
  return (
    <ThingPage
      resource={shelf}
      back={{ screen: 'shelf_list', label: 'menu.shelf_list' }}
      state={({ room }) => (
        <Tag tone={room === '' ? 'neutral' : 'good'}>{room === '' ? words('shelves.shelf.loose') : room}</Tag>
      )}
      facts={({ create_time }) => <RelativeTime value={create_time} />}
      actions={({ name }) => (
        <Button onClick={() => notify.success(name)}>{words('shelves.shelf.dust')}</Button>
      )}
      tabs={[
        {
          name: 'overview',
          title: 'shelves.shelf.tab.overview',
          content: (row) => (
            <Panel>
              <RowFacts resource={shelf} row={row} fields={['room', 'create_time']} />
            </Panel>
          ),
        },
        {
          name: 'edit',
          title: 'shelves.shelf.tab.edit',
          permission: 'shelves.shelf:update',
          content: (row) => <ResourceForm resource={shelf} mode="edit" row={row} />,
        },
        {
          name: 'books',
          title: 'menu.book_list',
          permission: 'shelves.book:read',
          content: ({ id }, page) => (
            <ResourceList
              resource={book}
              extraFilters={{ shelf: id }}
              filters={['spare_shelf']}
              form={{ initial: { shelf: id } }}
              onChanged={page.reload}
            />
          ),
        },
        {
          name: 'move',
          title: 'shelves.shelf.tab.move',
          permission: 'shelves.book:update',
          content: ({ id }) => (
            <CallForm
              call={moveBooks}
              name="shelves.move"
              fields={moveFields}
              submit="shelves.shelf.tab.move"
              toBody={(values) => ({ ...values, from: id }) as BodyOf<typeof moveBooks>}
              onSent={({ count }) => notify.success(words('shelves.move.done', { count }))}
            />
          ),
        },
      ]}
    />
  );
}
