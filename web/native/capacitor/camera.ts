import type { CameraResultType, CameraSource } from '@capacitor/camera'
import type { Shot } from '../device-types.ts'
import { Camera } from './plugins.ts'

export async function take(): Promise<Shot | null> {
  try {
    const { webPath } = await Camera.getPhoto({
      source: 'CAMERA' as CameraSource.Camera,
      resultType: 'uri' as CameraResultType.Uri,
      quality: 90,
      // Enough to read a label, small enough for the bridge.
      width: 2048,
      height: 2048,
      correctOrientation: true,
      saveToGallery: false,
    })
    if (webPath === undefined) throw new Error('the camera gave no file')
    const answer = await fetch(webPath)
    return { blob: await answer.blob(), camera: true }
  } catch (error) {
    if (error instanceof Error && /cancel/i.test(error.message)) return null
    throw error
  }
}
