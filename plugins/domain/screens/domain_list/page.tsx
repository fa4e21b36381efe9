import { useQuery } from '@waypost/host-sdk';
import { DomainList } from './parts/DomainList.tsx';
import { DomainPage } from './parts/DomainPage.tsx';

/** Domains; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <DomainList /> : <DomainPage key={id} />;
}
