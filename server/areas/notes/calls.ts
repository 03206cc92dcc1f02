export const notes = {}
export const notesLists = {}
