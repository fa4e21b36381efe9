import { accountReference, field, zId } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import type { PersonCalls } from '../calls.ts';
import type { Person } from './person.ts';

const FIELDS = { superior: field(zId.nullable(), { ref: accountReference, default: null }) };

interface MoveDrawerProps {
  call: PersonCalls['move'];
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

/** Another superior for somebody and everybody below. */
export function MoveDrawer({ call, person, onDone, onClose }: MoveDrawerProps) {
  const words = useWords();
  return (
    <CallForm
      call={call}
      name="system.person_move"
      fields={FIELDS}
      initial={{ superior: person.superior }}
      submit="system.person.move"
      drawer={{ title: words('system.person_move.title', { name: person.account }), width: 480 }}
      toBody={({ superior }) => ({
        id: person.id,
        version: person.version,
        superior: typeof superior === 'string' && superior !== '' ? superior : null,
      })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('form.saved'));
        onDone();
        onClose();
      }}
    >
      <FormSection text="system.person_move.text">
        <ResourceField name="superior" />
      </FormSection>
    </CallForm>
  );
}
