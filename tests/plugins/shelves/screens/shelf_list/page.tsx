import { ResourceList, ScreenLink } from '@waypost/host-sdk';
import { shelf } from './resource.ts';

export function Page() {
  return (
    <ResourceList
      resource={shelf}
      columns={[
        'name',
        {
          key: 'open',
          title: 'shelves.shelf.open',
          render: ({ id, name }) => <ScreenLink to={`shelf?id=${id}`}>{name}</ScreenLink>,
        },
        'room',
      ]}
    />
  );
}
