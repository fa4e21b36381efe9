import { useQuery } from '@waypost/host-sdk';
import { BatchList } from './parts/BatchList.tsx';
import { BatchPage } from './parts/BatchPage.tsx';

/** Print batches; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <BatchList /> : <BatchPage key={id} />;
}
