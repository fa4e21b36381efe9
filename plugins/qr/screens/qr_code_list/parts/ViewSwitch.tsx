import { Radio } from '@arco-design/web-react';
import { useGo, useWords } from '@waypost/host-sdk';

/** Chooses between the codes and the bin; the choice is part of the address. */
export function ViewSwitch({ label, isBin }: { label: string; isBin: boolean }) {
  const words = useWords();
  const go = useGo();
  return (
    <Radio.Group
      type="button"
      aria-label={label}
      value={isBin ? 'bin' : 'codes'}
      onChange={(view: string) => go('qr_code_list', view === 'bin' ? { view } : {})}
      options={[
        { value: 'codes', label: words('qr.code.view.codes') },
        { value: 'bin', label: words('qr.code.view.bin') },
      ]}
    />
  );
}
