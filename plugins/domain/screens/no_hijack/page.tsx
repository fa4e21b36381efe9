import { useQuery } from '@waypost/host-sdk';
import { HijackList } from './parts/HijackList.tsx';
import { HijackPage } from './parts/HijackPage.tsx';

/** Whether domains lead where they should; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <HijackList /> : <HijackPage key={id} />;
}
