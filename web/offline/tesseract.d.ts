/** The parts of tesseract.js-core in use. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface Reader {
    Init(folder: string, language: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    SetImageFile(orientation: number, angle: number): number
    FindLines(): number
    GetGradient(): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
  }
  export interface Core {
    FS: { writeFile(path: string, data: Uint8Array): void }
    TessBaseAPI: new () => Reader
  }
  export default function startCore(options: {
    locateFile: (name: string) => string
    print: (text: string) => void
    printErr: (text: string) => void
  }): Promise<Core>
}
