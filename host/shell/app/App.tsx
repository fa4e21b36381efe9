import { ConfigProvider } from '@arco-design/web-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { ClientProvider, RealtimeProvider, useLocale } from '@waypost/host-sdk';
import { RouterProvider } from 'react-router-dom';
import { arcoLocale } from '../locale/arco-locale.ts';
import { realtime } from '../realtime/realtime.ts';
import { SiteInfo } from '../site/SiteInfo.tsx';
import { client, queries } from './client.ts';
import { HealthBanner } from './HealthBanner.tsx';
import { router } from './router.tsx';

/** The shell: providers around the router, which is made once and never again. */
export function App() {
  const locale = useLocale();
  return (
    <ConfigProvider
      locale={arcoLocale(locale)}
      effectGlobalNotice
      effectGlobalModal
      focusLock={{ modal: true }}
    >
      <QueryClientProvider client={queries}>
        <ClientProvider client={client}>
          <RealtimeProvider realtime={realtime}>
            <SiteInfo />
            <HealthBanner />
            <RouterProvider router={router} />
          </RealtimeProvider>
        </ClientProvider>
      </QueryClientProvider>
    </ConfigProvider>
  );
}
