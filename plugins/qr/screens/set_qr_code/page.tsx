import { useQuery } from '@waypost/host-sdk';
import { CodePage } from './parts/CodePage.tsx';
import { NewCode } from './parts/NewCode.tsx';

/** Makes a code, or is the page of the one that the address names: `set_qr_code?id=…`. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <NewCode /> : <CodePage key={id} isFresh={params.get('saved') === '1'} />;
}
