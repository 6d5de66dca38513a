/** The reason for the loading error after a page was not left. The connection is hardly to blame for that. */
export const notLeft = true
