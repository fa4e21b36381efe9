import { useQuery } from '@waypost/host-sdk';
import { EditCode } from './parts/EditCode.tsx';
import { NewCode } from './parts/NewCode.tsx';

/** Creates a code, or changes the one that the address names: `set_qr_code?id=…`. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <NewCode /> : <EditCode key={id} id={id} isFresh={params.get('saved') === '1'} />;
}
