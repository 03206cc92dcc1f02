import type { CapacitorConfig } from '@capacitor/cli'

/** A build for trying out on one's own device: its view may be looked into and says what it does. */
const trying = process.env['HILO_NATIVE_TRY'] === '1'

const config: CapacitorConfig = {
  appId: 'net.hilo.app',
  appName: 'Hilo',
  webDir: 'dist-native',
  loggingBehavior: trying ? 'debug' : 'none',
  // Nothing but the application's own files is ever shown in the view: signing in happens in the system's browser.
  server: { androidScheme: 'https', hostname: 'localhost', allowNavigation: [], cleartext: false },
  android: {
    webContentsDebuggingEnabled: trying,
    allowMixedContent: false,
    captureInput: false,
    minWebViewVersion: 111,
  },
  ios: { webContentsDebuggingEnabled: trying, contentInset: 'never', limitsNavigationsToAppBoundDomains: false },
  plugins: {
    // Calls go out as the view's own: the server knows its origins.
    CapacitorHttp: { enabled: false },
    CapacitorCookies: { enabled: false },
    // Screens keep clear of cameras and bars by env(safe-area-inset-*).
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover', style: 'DEFAULT' },
    PushNotifications: { presentationOptions: ['banner', 'sound', 'list'] },
  },
}

export default config
