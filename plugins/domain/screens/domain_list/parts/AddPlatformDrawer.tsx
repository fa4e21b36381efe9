import { DomainType, field } from '@waypost/contract';
import { CallForm, useWords } from '@waypost/host-sdk';
import { DOMAIN_TYPES } from '../../../domains/values.ts';
import { addPlatformCall } from '../calls.ts';
import { zDomainType } from '../resource.ts';
import { NAME_CONTROLS } from './NameControl.tsx';

const FIELDS = {
  name: field(addPlatformCall.body.shape.name, { control: 'text', autoComplete: 'off' }),
  type: field(zDomainType, { options: DOMAIN_TYPES, default: DomainType.entry }),
};

/** Asks for a domain that the platform lends. */
export function AddPlatformDrawer(props: { onClose: () => void; onDone: (added: { id: string }) => void }) {
  const words = useWords();
  return (
    <CallForm
      call={addPlatformCall}
      name="domain.domain"
      fields={FIELDS}
      controls={NAME_CONTROLS}
      submit="domain.platform.add.verb"
      drawer={{ title: words('domain.platform.add'), width: 520 }}
      onCancel={props.onClose}
      onSent={(added) => {
        props.onClose();
        props.onDone(added);
      }}
    />
  );
}
