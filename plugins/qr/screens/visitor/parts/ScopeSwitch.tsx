import { Radio } from '@arco-design/web-react';
import { useWords } from '@waypost/host-sdk';
import type { VisitScopeChoice } from './use-visit-scope.ts';

/** Everyone's visits or the own ones, for those who may see both. */
export function ScopeSwitch({ scope }: { scope: VisitScopeChoice }) {
  const words = useWords();
  if (!scope.canChoose) return null;
  return (
    <Radio.Group
      type="button"
      aria-label={words('qr.visit.scope')}
      value={scope.isOwn ? 'own' : 'all'}
      onChange={(value: string) => scope.choose(value === 'own')}
      options={[
        { value: 'all', label: words('qr.visit.scope.all') },
        { value: 'own', label: words('qr.visit.scope.own') },
      ]}
    />
  );
}
