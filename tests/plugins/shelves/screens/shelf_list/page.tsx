import { ResourceList } from '@waypost/host-sdk';
import { shelf } from './resource.ts';

export function Page() {
  return <ResourceList resource={shelf} columns={['name', 'room']} rowTo={({ id }) => `shelf?id=${id}`} />;
}
