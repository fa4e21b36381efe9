import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useTrackOperation, useWords } from '@waypost/host-sdk';
import { assignCall } from '../../../screens/group/calls.ts';
import type { CodeRow } from '../../code-row.ts';
import { assignFoundCall } from '../../found/calls.ts';
import { groupReference, zTags } from '../values.ts';

const { group } = assignCall.body.shape;
const FIELDS = {
  group: { group: field(group.unwrap(), { ref: groupReference, default: null }) },
  tags: { add_tags: field(zTags.min(1)) },
};

interface AssignDrawerProps {
  kind: 'group' | 'tags';
  codes: readonly CodeRow[];
  /** They are of several pages of a list: it is done as long work. */
  isFound: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Moves codes into a group, or gives them tags, and says what does not change by it. */
export function AssignDrawer({ kind, codes, isFound, onDone, onClose }: AssignDrawerProps) {
  const words = useWords();
  const track = useTrackOperation();
  const ids = codes.map(({ id }) => id);
  return (
    <CallForm
      call={isFound ? assignFoundCall : assignCall}
      name="qr.assign"
      fields={FIELDS[kind]}
      about={`${kind} ${ids.join()}`}
      submit={`qr.assign.${kind}.verb`}
      drawer={{ title: words(`qr.assign.${kind}.title`, { count: codes.length }), width: 480 }}
      toBody={(values) => ({ ...values, ids })}
      onCancel={onClose}
      onSent={(sent) => {
        if ('id' in sent) track(sent.id);
        else notify.success(words(`qr.assign.${kind}.done`, { count: sent.changed }));
        onDone();
        onClose();
      }}
    >
      <FormSection text={`qr.assign.${kind}.text`}>
        <ResourceField name={kind === 'group' ? 'group' : 'add_tags'} />
      </FormSection>
    </CallForm>
  );
}
