import { Switch } from '@arco-design/web-react';
import type { RowOf } from '@waypost/contract';
import { Tag, useAction, usePermission, useReloadArea, useWords } from '@waypost/host-sdk';
import { batchSwitchCall } from '../calls.ts';
import { productResource } from '../resource.ts';

/** What a list switches in place, and the code of each field that stands for on. */
const ON = { show_status: 1, home_recommend: 2 } as const;

/** Shows or recommends a product where it stands in the list; for those who may only read, the state. */
export function ProductSwitch({
  product,
  field,
}: {
  product: RowOf<typeof productResource>;
  field: keyof typeof ON;
}) {
  const words = useWords();
  const may = usePermission();
  const reload = useReloadArea(productResource.area);
  const { run, isRunning } = useAction(batchSwitchCall);
  const isOn = product[field] === ON[field];
  const state = words(`mall.product.${field}.${product[field]}`);
  if (!may('mall.product:update')) return <Tag tone={isOn ? 'good' : 'neutral'}>{state}</Tag>;
  const turn = async () => {
    // A failure has been told by then, and the switch stands as it stood.
    await run({ ids: [product.id], [field]: 3 - product[field] }).catch(() => undefined);
    await reload();
  };
  return (
    <Switch
      size="small"
      checked={isOn}
      loading={isRunning}
      aria-label={`${words(`mall.product.${field}`)}: ${product.title}`}
      onChange={() => void turn()}
    />
  );
}
