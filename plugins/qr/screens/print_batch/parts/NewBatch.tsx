import { field } from '@waypost/contract';
import { CallForm, useGo, useTrackOperation, useWords } from '@waypost/host-sdk';
import { groupReference } from '../../../codes/groups/values.ts';
import { makeBatchCall } from '../calls.ts';
import { printBatchResource } from '../resource.ts';

const { shape } = makeBatchCall.body;
const { group, has_claim_codes, remark } = printBatchResource.fields;
const FIRST_SIZE = 100;

const FIELDS = {
  name: field(shape.name),
  size: field(shape.size, { default: FIRST_SIZE }),
  has_claim_codes: field(has_claim_codes.schema, { default: false }),
  group: field(group.schema, { ref: groupReference, default: null }),
  remark: field(remark.schema, { control: 'textarea', default: '' }),
};
const SECTIONS = [
  { fields: ['name', 'size', 'has_claim_codes'] },
  { name: 'more', fields: ['group', 'remark'], isMore: true },
];

/** Asks how many codes are to be printed, and leads to their batch while they are made. */
export function NewBatch({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const go = useGo();
  const track = useTrackOperation();
  return (
    <CallForm
      call={makeBatchCall}
      name="qr.print_batch"
      fields={FIELDS}
      sections={SECTIONS}
      submit="qr.print_batch.create.verb"
      drawer={{ title: words('qr.print_batch.create.title'), width: 520 }}
      onCancel={onClose}
      onSent={({ id, batch }) => {
        track(id);
        onClose();
        go('print_batch', { id: batch });
      }}
    />
  );
}
