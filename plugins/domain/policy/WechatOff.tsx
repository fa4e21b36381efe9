import { useIsFilled, useWords } from '@waypost/host-sdk';

/** Says in the column of WeChat why it is empty. */
function WechatOff() {
  const words = useWords();
  return <span title={words('domain.wechat.off.text')}>{words('domain.wechat.off')}</span>;
}

const OFF = { field: 'wechat_status', width: 150, priority: 2, render: () => <WechatOff /> } as const;

/** The column of WeChat of a list of domains while no plugin fills it; none while one does. @param resource of the list */
export const useWechatOff = (resource: 'domain.domain' | 'domain.watch' | 'domain.spare') =>
  useIsFilled(`${resource}.column`) ? [] : [OFF];
