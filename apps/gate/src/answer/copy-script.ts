/**
 * Copies the text for support: the account with the reference if the page has it, otherwise the reference. If the browser
 * refuses, that text is shown and selected, so that the user can copy it. Without scripts there is no button.
 */
export const copyScript = `(()=>{
const find=name=>document.querySelector(name),button=find('.copy'),text=find('.text')||find('.reference span')
const say=result=>{find('.reference output').textContent=result}
const select=()=>{text.hidden=false;getSelection().selectAllChildren(text);say(button.dataset.selected)}
button.hidden=false
button.onclick=async()=>{
try{await navigator.clipboard.writeText(text.textContent);say(button.dataset.copied)}
catch{select()}
}
})()`
