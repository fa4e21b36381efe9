import { useForm } from '@waypost/host-sdk';
import { TargetPlace } from '../../screens/set_qr_code/parts/targets/TargetPlace.tsx';
import { ITEM_KINDS, type ItemTarget } from '../values.ts';

/** What an item is: an address, a picture or a contact, with the controls that targets of codes have. */
export function ItemTargetControl() {
  const { setValue, values } = useForm();
  const value = (values.target as ItemTarget | undefined) ?? { url: '' };
  return (
    <TargetPlace
      kinds={ITEM_KINDS}
      item={{
        index: 0,
        path: 'target',
        value,
        setValue: (patch) => setValue('target', { ...value, ...patch }),
      }}
    />
  );
}
